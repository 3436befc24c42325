{{/* The name of everything here. */}}
{{- define "recollect.name" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride -}}
{{- else if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* What the service's pods are selected by; it can never change. */}}
{{- define "recollect.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "recollect.labels" -}}
{{ include "recollect.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "recollect.image" -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) -}}
{{- end -}}
{{- end -}}

{{/* The kind of the workload: a volume belongs to one process at most, which a StatefulSet sees to. */}}
{{- define "recollect.workload" -}}
{{- if eq .Values.database.kind "sqlite" -}}StatefulSet{{- else -}}Deployment{{- end -}}
{{- end -}}

{{/* The name of the database's cluster. */}}
{{- define "recollect.cluster" -}}
{{- printf "%s-database" (include "recollect.name" .) -}}
{{- end -}}

{{- define "recollect.baseUrl" -}}
{{- if .Values.baseUrl -}}
{{- .Values.baseUrl -}}
{{- else if .Values.ingress.enabled -}}
{{- printf "%s://%s" (ternary "https" "http" (ne .Values.ingress.tlsSecret "")) .Values.ingress.host -}}
{{- end -}}
{{- end -}}

{{/* Refuses what cannot work. The schema refuses most of it first; it can be skipped, this cannot. */}}
{{- define "recollect.check" -}}
{{- if not .Values.image.repository -}}
{{- fail "image.repository must say where you have pushed the image; none is published" -}}
{{- end -}}
{{- if and (eq .Values.database.kind "sqlite") (gt (int .Values.replicas) 1) -}}
{{- fail "replicas must be at most 1 with database.kind sqlite: one data directory belongs to one process; several want PostgreSQL" -}}
{{- end -}}
{{- if and (eq .Values.database.kind "postgresql") (not .Values.database.postgresql.secret) -}}
{{- fail "database.postgresql.secret must name a secret with the URL of the database" -}}
{{- end -}}
{{- if and .Values.database.cloudNativePg.synchronous (lt (int .Values.database.cloudNativePg.instances) 2) -}}
{{- if eq .Values.database.kind "cloudNativePg" -}}
{{- fail "database.cloudNativePg.synchronous wants 2 instances at least, or nothing could be written" -}}
{{- end -}}
{{- end -}}
{{- if and .Values.ingress.enabled (not .Values.ingress.host) -}}
{{- fail "ingress.host must be the service's host name: it does not work below a path" -}}
{{- end -}}
{{- if and .Values.metrics.serviceMonitor.enabled (not .Values.metrics.enabled) -}}
{{- fail "metrics.serviceMonitor.enabled wants metrics.enabled" -}}
{{- end -}}
{{- range $name, $value := .Values.secretSettings -}}
{{- if hasKey $.Values.settings $name -}}
{{- fail (printf "%s is in settings and in secretSettings" $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}

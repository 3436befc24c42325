"""Lints the Helm chart and renders it for several values files, with Helm itself: every object is one that Kubernetes takes, what is
promised of each is there, and what cannot work is refused.

    chart.py DIRECTORY        of tests/hosting/setup
"""

import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

import kubernetes_validate
import yaml

HERE = Path(__file__).parent
CHART = HERE.parent.parent / "hosting/helm/recollect"
HELM = f"{sys.argv[1]}/node_modules/.bin/helm"
# The oldest release that the chart is for, and the newest that the schemas know.
KUBERNETES = ["1.25", kubernetes_validate.latest_version()]
IMAGE = "image.repository=registry.example.com/recollect"


def helm(*arguments):
    return subprocess.run([HELM, *arguments], capture_output=True, text=True)


def render(*arguments):
    """The objects, by kind and name."""
    done = helm("template", "recollect", str(CHART), "--namespace", "memory", *arguments)
    assert done.returncode == 0, done.stderr
    objects = [one for one in yaml.safe_load_all(done.stdout) if one]
    by_name = {(one["kind"], one["metadata"]["name"]): one for one in objects}
    assert len(by_name) == len(objects), "two objects have one name"
    return by_name


@contextmanager
def copied():
    """A copy of the chart, to be changed."""
    with tempfile.TemporaryDirectory() as place:
        yield Path(shutil.copytree(CHART, Path(place) / "recollect"))


def notes(*arguments):
    """What is said after an installation. An installation wants a cluster, so the notes are rendered as if they were an object."""
    with copied() as chart:
        text = (chart / "templates/NOTES.txt").read_text()
        (chart / "templates/_notes.tpl").write_text('{{- define "notes" -}}\n' + text + "{{- end -}}\n")
        (chart / "templates/notes.yaml").write_text('notes: {{ include "notes" . | quote }}\n')
        only = ["--show-only", "templates/notes.yaml"]
        done = helm("template", "recollect", str(chart), "--namespace", "memory", *only, *arguments)
        assert done.returncode == 0, done.stderr
        return yaml.safe_load(done.stdout)["notes"]


def values(name):
    return ["--values", str(HERE / "values" / f"{name}.yaml")]


def refused(reason, *arguments):
    done = helm("template", "recollect", str(CHART), *arguments)
    assert done.returncode != 0, f"{arguments} are taken"
    assert re.search(reason, done.stderr), f"{arguments} are refused otherwise: {done.stderr}"


def environment(pod):
    variables = pod["containers"][0]["env"]
    names = [one["name"] for one in variables]
    assert len(set(names)) == len(names), f"a variable is set twice: {names}"
    return {one["name"]: one.get("value", one.get("valueFrom")) for one in variables}


def check_pod(workload):
    """What holds for every pod, whatever the values."""
    template = workload["spec"]["template"]
    pod, container = template["spec"], template["spec"]["containers"][0]
    assert pod["enableServiceLinks"] is False
    assert pod["automountServiceAccountToken"] is False
    assert pod["securityContext"]["runAsNonRoot"] is True
    # The user of the Dockerfile.
    assert pod["securityContext"]["runAsUser"] == pod["securityContext"]["fsGroup"] == 10001
    assert "useradd --uid 10001" in (CHART / "../../../Dockerfile").resolve().read_text()
    security = container["securityContext"]
    assert security["readOnlyRootFilesystem"] is True and security["allowPrivilegeEscalation"] is False
    assert security["capabilities"] == {"drop": ["ALL"]}
    assert container["livenessProbe"]["httpGet"]["path"] == "/livez"
    assert container["readinessProbe"]["httpGet"]["path"] == "/readyz"
    assert container["startupProbe"]["httpGet"]["path"] == "/livez"
    assert container["resources"]["limits"]["memory"]
    ports = {port["name"]: port["containerPort"] for port in container["ports"]}
    assert environment(pod)["RECOLLECT_LISTEN"] == f"0.0.0.0:{ports['http']}"
    # Every label that something is selected by is there.
    assert workload["spec"]["selector"]["matchLabels"].items() <= template["metadata"]["labels"].items()
    mounted = {mount["name"] for mount in container["volumeMounts"]}
    claims = workload["spec"].get("volumeClaimTemplates", [])
    volumes = [one["name"] for one in pod.get("volumes", [])] + [one["metadata"]["name"] for one in claims]
    assert sorted(volumes) == sorted(mounted), f"{volumes} and {mounted}"
    data = environment(pod)["RECOLLECT_DATA"]
    assert any(data.startswith(mount["mountPath"]) for mount in container["volumeMounts"])


def check_objects(objects):
    for (kind, _), one in objects.items():
        if kind in ("StatefulSet", "Deployment"):
            check_pod(one)
        assert one["metadata"]["namespace"] == "memory"
        # The schemas of what operators take are not at hand.
        if kind in ("Cluster", "ServiceMonitor"):
            continue
        for version in KUBERNETES:
            kubernetes_validate.validate(one, version, strict=True)


def check_sqlite(objects):
    assert {kind for kind, _ in objects} == {"StatefulSet", "Service", "NetworkPolicy"}
    workload = objects["StatefulSet", "recollect"]
    assert workload["spec"]["replicas"] == 1
    assert workload["spec"]["volumeClaimTemplates"][0]["spec"]["accessModes"] == ["ReadWriteOnce"]
    pod = workload["spec"]["template"]["spec"]
    assert pod["containers"][0]["image"] == f"registry.example.com/recollect:{chart()['appVersion']}"
    assert set(environment(pod)) == {"RECOLLECT_LISTEN", "RECOLLECT_DATA"}
    # No database is reached over the network.
    assert not any(port.get("port") == 5432 for rule in egress(objects) for port in rule.get("ports", []))
    said = notes(*values("sqlite"))
    assert "port-forward service/recollect 3033:3033" in said
    assert "grep 'login link for'" in said and "WARNING" not in said
    assert "exec statefulset/recollect -- recollect key create" in said


def check_postgresql(objects):
    assert {kind for kind, _ in objects} == {"Deployment", "Service", "NetworkPolicy", "PodDisruptionBudget", "Ingress"}
    workload = objects["Deployment", "recollect"]
    assert workload["spec"]["replicas"] == 3 and workload["spec"]["strategy"] == {"type": "Recreate"}
    pod = workload["spec"]["template"]["spec"]
    assert pod["containers"][0]["image"].startswith("registry.example.com/recollect@sha256:0123")
    seen = environment(pod)
    assert seen["RECOLLECT_DATABASE"] == {"secretKeyRef": {"name": "memory-database", "key": "url"}}
    assert seen["RECOLLECT_SMTP_URL"] == {"secretKeyRef": {"name": "memory-mail", "key": "url"}}
    assert seen["RECOLLECT_BASE_URL"] == "https://memory.example.com"
    assert seen["RECOLLECT_MAX_TEXT_BYTES"] == "2097152" and seen["RECOLLECT_CLIENT_DOCUMENTS"] == "false"
    assert seen["RECOLLECT_REGISTRATION"] == "@example.com"
    annotations = objects["Ingress", "recollect"]["metadata"]["annotations"]
    assert annotations["cert-manager.io/cluster-issuer"] == "letsencrypt"
    assert annotations["nginx.ingress.kubernetes.io/upstream-hash-by"] == "$http_authorization$http_cookie"
    assert annotations["nginx.ingress.kubernetes.io/proxy-body-size"] == "8m"
    to_database = {"ports": [{"port": 6432}], "to": [{"ipBlock": {"cidr": "10.9.0.0/24"}}]}
    assert to_database in egress(objects)
    assert objects["PodDisruptionBudget", "recollect"]["spec"]["maxUnavailable"] == 1
    said = notes(*values("postgresql"))
    assert "It comes by mail." in said and "login link for'" not in said and "WARNING" not in said
    # What an ingress of your own says goes before the chart's.
    own = ["--set", r"ingress.annotations.nginx\.ingress\.kubernetes\.io/proxy-body-size=99m"]
    changed = render(*values("postgresql"), *own)["Ingress", "recollect"]["metadata"]["annotations"]
    assert changed["nginx.ingress.kubernetes.io/proxy-body-size"] == "99m"


def check_cloudnativepg(objects):
    kinds = {"Deployment", "Service", "NetworkPolicy", "PodDisruptionBudget", "Ingress", "Cluster", "ServiceMonitor"}
    assert {kind for kind, _ in objects} == kinds
    cluster = objects["Cluster", "memory-database"]
    assert cluster["apiVersion"] == "postgresql.cnpg.io/v1"
    assert cluster["metadata"]["annotations"]["helm.sh/resource-policy"] == "keep"
    spec = cluster["spec"]
    assert spec["instances"] == 3 and spec["storage"] == {"size": "100Gi", "storageClass": "fast"}
    assert spec["bootstrap"]["initdb"]["builtinLocale"] == "C.UTF-8"
    assert spec["postgresql"]["synchronous"] == {"method": "any", "number": 1, "dataDurability": "required"}
    # Two nodes of 64 connections, and one more each.
    assert spec["postgresql"]["parameters"] == {"max_connections": "160", "shared_buffers": "1GB"}
    pod = objects["Deployment", "memory"]["spec"]["template"]["spec"]
    seen = environment(pod)
    assert seen["RECOLLECT_DATABASE"] == {"secretKeyRef": {"name": "memory-database-app", "key": "uri"}}
    assert seen["RECOLLECT_METRICS_LISTEN"] == "0.0.0.0:9464"
    service = objects["Service", "memory"]
    sticky = "traefik.ingress.kubernetes.io/service.sticky.cookie"
    assert service["metadata"]["annotations"][sticky] == service["metadata"]["annotations"][f"{sticky}.secure"] == "true"
    monitor = objects["ServiceMonitor", "memory"]
    assert monitor["metadata"]["labels"]["release"] == "prometheus"
    assert monitor["spec"]["selector"]["matchLabels"].items() <= service["metadata"]["labels"].items()
    assert monitor["spec"]["endpoints"][0]["port"] in [port["name"] for port in service["spec"]["ports"]]
    assert service["metadata"]["labels"][monitor["spec"]["jobLabel"]] == "recollect"
    reached = objects["NetworkPolicy", "memory-database"]["spec"]
    assert reached["podSelector"]["matchLabels"] == {"cnpg.io/cluster": "memory-database"}
    assert [port["port"] for port in reached["ingress"][0]["ports"]] == [5432]
    assert "RECOLLECT_REGISTRATION" in notes(*values("cloudnativepg"))


def egress(objects):
    policies = [one for (kind, _), one in objects.items() if kind == "NetworkPolicy"]
    return [rule for policy in policies for rule in policy["spec"].get("egress", [])]


def chart():
    return yaml.safe_load((CHART / "Chart.yaml").read_text())


def check_refusals():
    one = ["--set", IMAGE]
    refused("Must be less than or equal to 1", *one, "--set", "replicas=2")
    refused("additional property|Additional property", *one, "--set", "replica=2")
    refused("RECOLLECT_REGISTRATIONS|propert", *one, "--set", "settings.RECOLLECT_REGISTRATIONS=open")
    refused("RECOLLECT_DATABASE|propert", *one, "--set", "settings.RECOLLECT_DATABASE=postgres://elsewhere")
    refused("image.repository must say")
    refused("database.postgresql.secret must name", *one, "--set", "database.kind=postgresql")
    refused("ingress.host must be", *one, "--set", "ingress.enabled=true")
    refused("wants metrics.enabled", *one, "--set", "metrics.serviceMonitor.enabled=true")
    lone = ["--set", "database.kind=cloudNativePg,database.cloudNativePg.instances=1"]
    refused("wants 2 instances", *one, *lone)
    render(*one, *lone, "--set", "database.cloudNativePg.synchronous=false")
    both = ["--set", "settings.RECOLLECT_LOG=info,secretSettings.RECOLLECT_LOG.secret=a,secretSettings.RECOLLECT_LOG.key=b"]
    refused("RECOLLECT_LOG is in settings and in secretSettings", *one, *both)


def check_without_the_schema():
    """Newer versions of Helm can skip the schema; the templates refuse by themselves."""
    with copied() as chart:
        (chart / "values.schema.json").unlink()
        done = helm("template", "recollect", str(chart), "--set", IMAGE, "--set", "replicas=2")
        assert done.returncode != 0 and "one data directory belongs to one process" in done.stderr, done.stderr


def main():
    checks = {"sqlite": check_sqlite, "postgresql": check_postgresql, "cloudnativepg": check_cloudnativepg}
    assert {path.stem for path in (HERE / "values").iterdir()} == set(checks)
    for name, check in checks.items():
        linted = helm("lint", "--strict", str(CHART), *values(name))
        assert linted.returncode == 0 and "[WARNING]" not in linted.stdout, linted.stdout + linted.stderr
        objects = render(*values(name))
        check_objects(objects)
        check(objects)
    existing = render("--set", IMAGE, "--set", "database.sqlite.existingClaim=mine")
    check_objects(existing)
    haproxy = render("--set", IMAGE, "--set", "ingress.enabled=true,ingress.controller=haproxy,ingress.host=memory.example.com")
    check_objects(haproxy)
    annotations = haproxy["Service", "recollect"]["metadata"]["annotations"]
    assert annotations == {"haproxy.org/cookie-persistence": "recollect_node", "haproxy.org/load-balance": "hdr(Authorization)"}
    check_refusals()
    check_without_the_schema()
    print("the chart is right")


main()

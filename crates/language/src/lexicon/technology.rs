//! Programs, languages, protocols and services of those who write software, which a list of brands writes out ("Apache Kafka") or lacks.

use crate::word_list::WordList;

/// Whether a name, as it is written, is that of a technology. Of a longer name ("IAM Identity Center SSO") a word that only
/// technologies have tells.
pub(crate) fn is_technology(name: &str) -> bool {
    let lower = name.to_lowercase();
    TECHNOLOGIES.contains(&lower)
        || name
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| ACRONYMS.contains(word))
}

/// What they are called. Words that are also something else ("Go", "Linear") are technologies where a capital makes them a name.
static TECHNOLOGIES: WordList = WordList::new(
    "airflow android ansible apache-2.0 argo asana astro atlassian aws azure bash bazel bitbucket bitwarden blender bun caddy capistrano \
     cassandra chatgpt circleci clickhouse cloudflare clojure cobol codespaces confluence confluent consul copilot couchdb cypress \
     dagster databricks datadog dbt debian deno django docker dockerfile drizzle duckdb dynamodb ec2 ecs eks elastic elasticsearch elixir \
     emacs envoy erlang eslint esbuild etcd excel fastapi fargate fastly fedora figma firebase flask flink flutter fly.io ftp fzf gcp \
     gerrit ghostty git github gitlab gitea go golang grafana graphql graviton grpc gunicorn hadoop haproxy haskell helm heroku hetzner \
     hugo iam iceberg influxdb intellij ios istio jaeger java javascript jenkins jenkinsfile jenkinsfiles jest jetbrains jetstream jira jooq json \
     jupyter k3s k8s kafka karpenter keycloak kibana kotlin kubernetes kustomize lambda launchdarkly laravel lightroom linear linux loki lua \
     macos mariadb mastodon matlab maven memcached mercurial metabase minio mlflow mocha mongodb mqtt mtls mypy mysql nats neo4j neovim \
     netlify next.js nextjs nginx nix nixos node node.js nodejs notion npm nomad numpy nuxt obsidian octave okta openapi opensearch opentelemetry \
     opsgenie oracle otel pagerduty pandas parquet perl pgbouncer photoshop php playwright plausible pnpm podman poetry postfix postgres \
     postgresql postman powershell prisma prometheus protobuf pulsar pulumi puppeteer pycharm pydantic pytest python pytorch qdrant rabbitmq \
     rails raycast rds react redis redshift redux remix rest-assured retool rollup ruby ruff rust s3 salesforce sass scala selenium sentry \
     serverless sftp shopify slack snowflake snyk solr sonarqube spark splunk sqlalchemy sqlite sqs sns supabase svelte sveltekit swift \
     systemd tailscale tailwind tauri temporal tensorflow terraform testcontainers tmux toml traefik trello typescript ubuntu unity valkey \
     vault vercel vite vitest vscode vue wasm webassembly webpack weaviate wezterm wiremock wireguard xcode yaml yarn zed zig zod zookeeper zsh",
);

/// What only stands in the names of technologies.
static ACRONYMS: WordList = WordList::new(
    "SSO IAM API SDK RPC SQL CLI HTTP HTTPS TCP SSH SSL TLS JSON XML YAML JWT OIDC SAML",
);

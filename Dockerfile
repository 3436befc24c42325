# The service on a small base, built from this repository alone. docs/hosting.md says how to run it.
#
#   docker build --tag recollect .
#
# Both bases are of the same Debian release, so that the binary finds the C library it was linked with. To pin one to
# the byte, give its digest:  --build-arg RUNTIME_IMAGE=debian:trixie-slim@sha256:…
ARG BUILD_IMAGE=rust:1.95-slim-trixie
ARG RUNTIME_IMAGE=debian:trixie-slim

FROM ${BUILD_IMAGE} AS build
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends \
      build-essential ca-certificates nodejs npm python3 python3-pip \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /source
# The models, and then the pages' scripts, by themselves: what did not change is not fetched again.
COPY assets assets
RUN assets/fetch
COPY dashboard dashboard
RUN dashboard/build
COPY . .
RUN cargo build --release --locked --package recollect-server

FROM ${RUNTIME_IMAGE}
# The certificates are for what the service calls over https: webhooks, mail, and a provider where one is configured.
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends ca-certificates \
 && rm -rf /var/lib/apt/lists/* \
 && groupadd --gid 10001 recollect \
 && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin recollect \
 && install --directory --owner 10001 --group 10001 --mode 0700 /data
COPY --from=build /source/target/release/recollect /usr/local/bin/recollect
COPY LICENSE assets/README.md /usr/share/doc/recollect/
ENV RECOLLECT_DATA=/data \
    RECOLLECT_LISTEN=0.0.0.0:3033
USER 10001:10001
EXPOSE 3033
VOLUME /data
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["recollect", "healthcheck"]
ENTRYPOINT ["recollect"]
CMD ["serve"]

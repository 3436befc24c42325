"""Checks the compositions against the specification of Compose, as far as a library knows it, and what each promises: nothing runs as
more than it must, no secret has a value, and every file that is mounted is there."""

import json
import re
from pathlib import Path

import compose_spec
import yaml

ROOT = Path(__file__).parent.parent.parent
FILES = ["compose.yaml", "compose.sqlite.yaml", "compose.ha.yaml"]


def interpolated(text):
    """Every ${NAME:-default} becomes its default, every ${NAME:?why} a word."""
    return re.sub(r"\$\{\w+(?::-([^}]*))?(?::\?[^}]*)?\}", lambda found: found[1] or "secret", text)


def check(name):
    text = (ROOT / name).read_text()
    composition = yaml.safe_load(interpolated(text))
    services = composition["services"]
    for service in services.values():
        # The library knows no limit to restarts.
        service["restart"] = service["restart"].partition(":")[0]
    compose_spec.PyCompose.from_json(json.dumps(composition))
    for at, service in services.items():
        assert "no-new-privileges:true" in service["security_opt"], at
        assert service["healthcheck"] if at not in ("model-fetch", "balancer") else True, at
        assert "ports" not in service or all(port.startswith("127.0.0.1:") for port in service["ports"]), at
        if at.startswith("recollect"):
            assert service["user"] == "10001:10001" and service["read_only"] and service["cap_drop"] == ["ALL"], at
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            there = (ROOT / source).exists() if source.startswith(".") else source in composition["volumes"]
            assert there, f"{at} mounts {source}"
        for network in service["networks"] if "networks" in composition else []:
            assert network in composition["networks"], at
        if "build" in service:
            context = ROOT / service["build"]["context"]
            declared = re.findall(r"^ARG (\w+)=(\S+)", (context / "Dockerfile").read_text(), re.MULTILINE)
            assert dict(declared) == service["build"]["args"], f"{at} is built of another image than its Dockerfile names"


def check_ha():
    composition = yaml.safe_load(interpolated((ROOT / "compose.ha.yaml").read_text()))
    services = composition["services"]
    patroni = yaml.safe_load((ROOT / "hosting/ha/patroni.yaml").read_text())
    assert patroni["bootstrap"]["dcs"]["synchronous_mode"] is True
    servers = [name for name in services if name.startswith("postgres")]
    hosts = ",".join(f"{server}:5432" for server in servers)
    nodes = [name for name in services if name.startswith("recollect")]
    for node in nodes:
        seen = services[node]["environment"]
        assert seen["RECOLLECT_DATABASE"] == f"postgres://recollect@{hosts}/recollect"
        assert seen["POSTGRES_SUPERUSER_PASSWORD"] == seen["POSTGRES_REPLICATION_PASSWORD"] == ""
    for server in servers:
        seen = services[server]["environment"]
        assert seen["PATRONI_NAME"] == server and seen["PATRONI_POSTGRESQL_CONNECT_ADDRESS"] == f"{server}:5432"
        # Reached by the other containers alone, and without a way out.
        assert services[server]["networks"] == ["inside"] and composition["networks"]["inside"]["internal"] is True
        # What is kept lies in a volume of its own.
        assert services[server]["volumes"] == [f"{server}:{Path(patroni['postgresql']['data_dir']).parent}"]
    balancer = (ROOT / "hosting/ha/haproxy.cfg").read_text()
    for name, port in [(node, 3033) for node in nodes] + [(server, 5432) for server in servers]:
        assert f" {name}:{port} check" in balancer, f"the balancer does not know {name}"
    etcds = [name for name in services if name.startswith("etcd")]
    assert len(etcds) == 3 and all(services[one]["environment"]["ETCD_NAME"] == one for one in etcds)


for one in FILES:
    check(one)
check_ha()
print("the compositions are right")

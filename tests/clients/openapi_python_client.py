"""What openapi-python-client makes of the OpenAPI document: it imports, and is well typed. argv is the document, a base URL and a key."""

import importlib
import pkgutil
import subprocess
import sys
import tempfile
from pathlib import Path

document, base, key = sys.argv[1:4]
programs = Path(sys.executable).parent

with tempfile.TemporaryDirectory() as directory:
    made = subprocess.run(
        [programs / "openapi-python-client", "generate", "--path", document, "--meta", "none", "--output-path", "recollect_api"],
        cwd=directory,
        env={"PATH": f"{programs}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
    )
    assert made.returncode == 0 and "WARNING" not in made.stdout.upper(), made.stdout + made.stderr
    sys.path.insert(0, directory)
    package = importlib.import_module("recollect_api")
    modules = [importlib.import_module(one.name) for one in pkgutil.walk_packages(package.__path__, "recollect_api.")]
    assert len(modules) > 100, len(modules)
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--ignore-missing-imports", "--cache-dir", f"{directory}/cache", "recollect_api"],
        cwd=directory,
        capture_output=True,
        text=True,
    )
    # What is the same for every document is the generator's affair.
    errors = [line for line in checked.stdout.splitlines() if ": error:" in line and "recollect_api/client.py" not in line]
    assert errors == [] and "checked" in checked.stdout, checked.stdout[-3000:]

    client = package.AuthenticatedClient(base, key)
    account = next(module for module in modules if module.__name__.endswith(".get_account"))
    assert account.sync(client=client).email == "anna@example.com"
print("ok")

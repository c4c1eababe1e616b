"""The files under deploy/ are what their programs take, and name only what this house has."""

import json
import re
import shutil
import subprocess
import tomllib
from importlib.resources import files
from pathlib import Path

import jsonschema
import kubernetes_validate
import pytest
import yaml

import mousehole
from mousehole.cli.main import COMMANDS
from mousehole.cli.options import KINDS
from tests.servers import program

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
MANIFESTS = list(yaml.safe_load_all((DEPLOY / "kubernetes/mousehole.yaml").read_text("utf-8")))
FIGURES = set(re.findall(r'"(mousehole_\w+)"', (ROOT / "src/mousehole/web/server/prometheus_metrics.py").read_text()))
SETTING = re.compile(r"MOUSEHOLE_([A-Z_]+)")


def tool(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def test_the_compose_file_fits_its_published_schema():
    schema = json.loads((files("check_jsonschema") / "builtin_schemas/vendor/compose-spec.json").read_text("utf-8"))
    jsonschema.validate(COMPOSE, schema)
    kinds = [name.split("-")[0] for name in COMPOSE["services"]]
    assert sorted(kinds) == ["postgres", "proxy", "redis", "server", "server", "worker", "worker"]


@pytest.mark.parametrize("manifest", MANIFESTS, ids=lambda one: f"{one['kind']}-{one['metadata']['name']}")
def test_every_manifest_fits_the_published_schemas_of_kubernetes(manifest):
    kubernetes_validate.validate(manifest, "1.31", strict=True)


def test_every_setting_that_a_file_names_exists():
    text = "\n".join(path.read_text("utf-8") for path in DEPLOY.rglob("*") if path.is_file())
    named = {name.lower() for name in SETTING.findall(text)}
    assert named - set(KINDS) <= {"data", "config"}
    assert {"store", "bus", "metrics", "drain_seconds"} <= named


def test_every_command_that_a_file_calls_exists():
    called = [service["command"][0] for name, service in COMPOSE["services"].items() if name.startswith("worker")]
    units = [path.read_text("utf-8") for path in (DEPLOY / "systemd").glob("*.service")]
    called += [word for unit in units for word in re.findall(r"-m mousehole ([\w-]+)", unit)]
    assert len(called) >= 5 and set(called) <= set(COMMANDS)


def test_a_proxy_takes_its_file(tmp_path):
    page = (DEPLOY / "nginx.conf").read_text("utf-8")
    tool("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=mice.example.org",
         "-keyout", str(tmp_path / "privkey.pem"), "-out", str(tmp_path / "fullchain.pem"))  # fmt: skip
    page = page.replace("/etc/nginx/certificates", str(tmp_path)).replace("/dev/stdout", str(tmp_path / "access"))
    (tmp_path / "nginx.conf").write_text(f"pid {tmp_path}/pid;\n{page.replace('/dev/stderr', str(tmp_path / 'error'))}")
    tool(program("nginx"), "-t", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf"))


@pytest.mark.parametrize("unit", sorted(path.name for path in (DEPLOY / "systemd").iterdir()))
def test_systemd_takes_every_unit(tmp_path, unit):
    for path in (DEPLOY / "systemd").iterdir():
        (tmp_path / path.name).write_text(
            path.read_text("utf-8").replace("/srv/mousehole/.venv/bin/python", "/bin/true")
        )
    tool(program("systemd-analyze"), "verify", "--man=no", str(tmp_path / unit))


@pytest.mark.parametrize("unit", sorted(path.name for path in (DEPLOY / "systemd").glob("*.service")))
def test_every_unit_is_confined(unit):
    told = tool(program("systemd-analyze"), "security", "--offline=yes", str(DEPLOY / "systemd" / unit)).stdout
    assert float(re.search(r"Overall exposure level for \S+: ([\d.]+)", told)[1]) < 3.0


def test_prometheus_takes_its_files(tmp_path):
    shutil.copytree(DEPLOY / "monitoring", tmp_path / "monitoring")
    tool(program("promtool"), "check", "config", str(tmp_path / "monitoring/prometheus.yml"))
    tool(program("promtool"), "check", "rules", str(tmp_path / "monitoring/alerts.yml"))


def test_the_lock_of_the_image_has_all_of_its_extras_by_hash():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    extras = project["tool"]["mousehole"]["locks"]["server"]["extras"]
    wanted = [one for extra in extras for one in project["project"]["optional-dependencies"][extra]]
    names = {re.match(r"[\w.-]+", one)[0].replace("_", "-") for one in [*wanted, *project["project"]["dependencies"]]}
    rows = re.split(r"\n(?=[a-z])", (ROOT / "locks/server.txt").read_text("utf-8"))[1:]
    assert all("==" in row and "--hash=sha256:" in row for row in rows)
    assert names <= {row.partition("==")[0] for row in rows}


def images(found):
    """Every image that a file names."""
    if isinstance(found, dict):
        for key, value in found.items():
            yield from [value] if key == "image" and isinstance(value, str) else images(value)
    elif isinstance(found, list):
        for value in found:
            yield from images(value)


def test_every_image_is_named_with_its_version():
    named = [*images(COMPOSE), *images(MANIFESTS)]
    assert len(named) > 5 and all(":" in name and not name.endswith(":latest") for name in named)


def test_our_image_is_called_by_the_version_of_today_wherever_it_is_named():
    pages = [DEPLOY / "Containerfile", DEPLOY / "compose.yaml", *(DEPLOY / "kubernetes").iterdir()]
    for page in (*pages, ROOT / "docs/deploy.md", ROOT / "tools/release.py"):
        assert set(re.findall(r"\bmousehole:(\d[\w.]*)", page.read_text("utf-8"))) == {mousehole.__version__}, page


def test_every_pod_is_watched_and_closed_to_the_others():
    pods = [one["spec"]["template"] for one in MANIFESTS if one["kind"] == "Deployment"]
    policies = [one["spec"] for one in MANIFESTS if one["kind"] == "NetworkPolicy"]
    for pod in pods:
        assert all("livenessProbe" in container for container in pod["spec"]["containers"])
        labels = pod["metadata"]["labels"].items()
        found = [one for one in policies if one["podSelector"]["matchLabels"].items() <= labels]
        assert {"Ingress", "Egress"} <= {kind for one in found for kind in one["policyTypes"]}


def test_alerts_and_dashboard_ask_for_figures_that_a_server_offers():
    board = json.loads((DEPLOY / "monitoring/dashboard.json").read_text("utf-8"))
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    asked += [rule["expr"] for group in alerts()["groups"] for rule in group["rules"]]
    named = {
        re.sub(r"_(bucket|count|total)$", "", name) for expr in asked for name in re.findall(r"mousehole_\w+", expr)
    }
    assert named <= FIGURES and len(named) > 9


def alerts():
    return yaml.safe_load((DEPLOY / "monitoring/alerts.yml").read_text("utf-8"))


def test_the_image_installs_what_the_locks_name_by_hash_and_runs_as_nobody_special():
    page = (DEPLOY / "Containerfile").read_text("utf-8")
    installed = [row for row in page.splitlines() if "pip install" in row]
    assert installed and all("--require-hashes --no-deps" in row or "--no-index --no-deps" in row for row in installed)
    assert "USER 10001" in page
    copied = [word for row in re.findall(r"^COPY (?!--from)(.+) /", page, re.MULTILINE) for word in row.split()]
    assert copied and all((ROOT / name).exists() for name in copied)

"""The files under deploy/ are what their programs take, and name only what this house has."""

import json
import re
import shutil
import subprocess
from importlib.resources import files
from pathlib import Path

import jsonschema
import kubernetes_validate
import pytest
import yaml

from mousehole.cli.main import COMMANDS
from mousehole.cli.options.house_settings import KINDS
from tests.servers import program

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
MANIFESTS = list(yaml.safe_load_all((DEPLOY / "kubernetes/mousehole.yaml").read_text("utf-8")))
FIGURES = set(
    re.findall(r'"(mousehole_\w+)"', (ROOT / "src/mousehole/web/operations/prometheus_meters.py").read_text())
)
SETTING = re.compile(r"MOUSEHOLE_([A-Z_]+)")


def tool(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, **more)
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
    page = page.replace("/etc/nginx/certificates", str(tmp_path)).replace("server-1:", "127.0.0.1:")
    page = page.replace("server-2:", "127.0.0.2:").replace("/dev/stdout", str(tmp_path / "access"))
    (tmp_path / "nginx.conf").write_text(f"pid {tmp_path}/pid;\n{page.replace('/dev/stderr', str(tmp_path / 'error'))}")
    tool(program("nginx"), "-t", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf"))


@pytest.mark.parametrize("unit", sorted(path.name for path in (DEPLOY / "systemd").iterdir()))
def test_systemd_takes_every_unit(tmp_path, unit):
    for path in (DEPLOY / "systemd").iterdir():
        (tmp_path / path.name).write_text(
            path.read_text("utf-8").replace("/srv/mousehole/.venv/bin/python", "/bin/true")
        )
    tool(program("systemd-analyze"), "verify", "--man=no", str(tmp_path / unit))


def test_prometheus_takes_its_files(tmp_path):
    shutil.copytree(DEPLOY / "monitoring", tmp_path / "monitoring")
    tool(program("promtool"), "check", "config", str(tmp_path / "monitoring/prometheus.yml"))
    tool(program("promtool"), "check", "rules", str(tmp_path / "monitoring/alerts.yml"))


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


def test_the_image_installs_extras_that_exist_and_runs_as_nobody_special():
    import tomllib

    page = (DEPLOY / "Containerfile").read_text("utf-8")
    extras = set(re.search(r"/build\[([\w,]+)\]", page)[1].split(","))
    known = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert extras <= set(known)
    assert "USER 10001" in page
    copied = [word for row in re.findall(r"^COPY (.+) /", page, re.MULTILINE) for word in row.split()]
    assert copied and all((ROOT / name).exists() for name in copied)

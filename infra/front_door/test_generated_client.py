"""A Python client that is generated from infra/openapi.yaml alone (docs/uploads.md)."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from stack import tools
from stack.instance import ROOT

STACK = json.loads(Path(os.environ["STACK_FILE"]).read_text())
JOURNEY = ROOT / "infra" / "front_door" / "python_client.py"


@pytest.fixture(scope="module")
def video(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A video of two chunks."""
    path = tmp_path_factory.mktemp("video") / "video.mp4"
    picture = ["-f", "lavfi", "-i", "testsrc=size=320x180:rate=10", "-t", "10"]
    rate = ["-b:v", "7M", "-minrate", "7M", "-maxrate", "7M", "-bufsize", "7M", "-x264-params", "nal-hrd=cbr"]
    coding = ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-preset", "ultrafast", *rate]
    subprocess.run([os.environ["FFMPEG_PATH"], "-loglevel", "error", *picture, *coding, path], check=True)
    return path


def test_a_generated_python_client_signs_up_and_sends_a_document_and_a_video(tmp_path: Path, video: Path) -> None:
    programs = tools.environment("clients") / "bin"
    config = tmp_path / "config.yaml"
    # Formatting the generated code takes longer than generating it.
    config.write_text("post_hooks: []\n")
    generated = subprocess.run(
        [
            *(programs / "openapi-python-client", "generate", "--meta", "none", "--fail-on-warning"),
            *(
                "--path",
                ROOT / "infra" / "openapi.yaml",
                "--config",
                config,
                "--output-path",
                tmp_path / "masar_client",
            ),
        ],
        capture_output=True,
        text=True,
    )
    assert generated.returncode == 0, generated.stdout + generated.stderr
    journey = subprocess.run(
        [programs / "python", JOURNEY, f"{STACK['site']}/api", STACK["mail"], video],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert journey.returncode == 0, journey.stdout + journey.stderr

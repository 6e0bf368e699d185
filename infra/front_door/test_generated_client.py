"""Python clients that are generated from infra/openapi.yaml alone (docs/uploads.md)."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from stack import tools
from stack.instance import ROOT

DOCUMENT = ROOT / "infra" / "openapi.yaml"
JOURNEYS = ROOT / "infra" / "front_door" / "clients"


@pytest.fixture(scope="module")
def programs() -> Path:
    """The folder of the generators, and of the Python that has what the clients import."""
    return tools.environment("clients") / "bin"


@pytest.fixture(scope="module")
def video(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A video of two chunks."""
    path = tmp_path_factory.mktemp("video") / "video.mp4"
    picture = ["-f", "lavfi", "-i", "testsrc=size=320x180:rate=10", "-t", "10"]
    rate = ["-b:v", "7M", "-minrate", "7M", "-maxrate", "7M", "-bufsize", "7M", "-x264-params", "nal-hrd=cbr"]
    coding = ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-preset", "ultrafast", *rate]
    run([os.environ["FFMPEG_PATH"], "-loglevel", "error", *picture, *coding, path])
    return path


def run(command: Sequence[str | Path], variables: Mapping[str, str] | None = None) -> None:
    done = subprocess.run(command, env={**os.environ, **(variables or {})}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_client_of_openapi_python_client_sends_a_document_and_a_video(
    programs: Path, tmp_path: Path, video: Path
) -> None:
    config = tmp_path / "config.yaml"
    # Formatting the generated code takes longer than generating it.
    config.write_text("post_hooks: []\n")
    run(
        [
            *(programs / "openapi-python-client", "generate", "--meta", "none", "--fail-on-warning"),
            *("--path", DOCUMENT, "--config", config, "--output-path", tmp_path / "masar_client"),
        ]
    )
    run_journey("python_client.py", programs, tmp_path, video)


def test_a_client_of_openapi_generator_sends_a_document_and_a_video(
    programs: Path, tmp_path: Path, video: Path
) -> None:
    run(
        [
            *(programs / "openapi-generator-cli", "generate", "--generator-name", "python"),
            *("--input-spec", DOCUMENT, "--output", tmp_path, "--package-name", "masar_api"),
        ],
        # In a run of seconds, Java's optimizing compiler takes more processor time than it saves.
        {"JAVA_OPTS": "-XX:TieredStopAtLevel=1"},
    )
    run_journey("generator_client.py", programs, tmp_path, video)


def run_journey(name: str, programs: Path, packages: Path, video: Path) -> None:
    run([programs / "python", JOURNEYS / name, video], {"PYTHONPATH": f"{packages}:{ROOT}"})

"""`scripts/dev`: the whole platform on this machine, with reload."""

import argparse
import os
import signal
import subprocess
import sys
import time

from . import build, console, site, tools, up, watch
from .console import Failure, step
from .instance import ROOT, Instance, developers, require_free
from .processes import identity, send, wait_until_gone

#: What the last lines of the output of `--detach` end with, so that its caller knows.
READY = "Ready."


def command() -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/dev",
        description="Installs what is missing, builds, deploys to a local AWS, and serves the site with reload.",
        epilog="PORT_SITE (5173) and PORT_AWS (4566) choose other ports.",
    )
    parser.add_argument("--reset", action="store_true", help="start from nothing: forget all local data")
    parser.add_argument("--detach", action="store_true", help="return when it is ready, and leave it running")
    parser.add_argument("--stop", action="store_true", help="end what is running")
    options = parser.parse_args()

    instance = developers()
    running = RunningCommand(instance)
    if options.stop:
        return running.stop()
    if pid := running.pid():
        raise Failure(f"It is running already, as process {pid}.", "scripts/dev --stop ends it.")
    if options.detach:
        return detach(instance, [flag for flag in sys.argv[1:] if flag != "--detach"])
    with running:
        return serve(instance, options.reset)


def serve(instance: Instance, reset: bool) -> int:
    """Brings everything up, and keeps it up to date until it is told to end."""
    try:
        require_free("PORT_AWS", instance.port_aws)
        require_free("PORT_SITE", instance.port_site)
        if reset:
            with step("Forgetting all local data"):
                up.reset(instance)
        with step("Checking and installing tools"):
            tools.require()
            tools.install_web_packages()
        with step("Building the functions (the first time takes minutes)"):
            build.build()
        with up.running(instance) as deployed:
            with step("Starting the web app"):
                web = site.start(instance, deployed["api"])
            try:
                announce(instance)
                watch.changes(lambda changed: apply(instance, changed))
            finally:
                web.stop()
    except KeyboardInterrupt:
        print("\nEnded. Data is kept; scripts/dev --reset forgets it.")
    return 0


def announce(instance: Instance) -> None:
    print(
        f"\n  Site   {instance.site}\n"
        f"  API    {instance.site}/api/courses?lang=fr\n"
        f"  AWS    {instance.aws}\n\n"
        "Changes to the web app, the functions, the template and the catalogue show by themselves.\n"
        f"{READY}",
        flush=True,
    )


def apply(instance: Instance, changed: set[str]) -> None:
    """Brings what runs up to date with the files. What fails is said, and the next change tries again."""
    try:
        with step(f"Applying changes to {', '.join(sorted(changed))}"):
            build.build()
            up.refresh(instance)
            up.import_catalogue(instance)
    except Failure as failure:
        print(f"✗ {failure}\n  → {failure.to_do}", flush=True)


def detach(instance: Instance, flags: list[str]) -> int:
    """Runs the same command in the background, and passes on what it says until it is ready."""
    instance.folder.parent.mkdir(parents=True, exist_ok=True)
    log = instance.folder.parent / "dev.log"
    with log.open("wb") as output:
        background = subprocess.Popen(
            [sys.executable, "-m", "stack.dev", *flags],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    with log.open() as said:
        while True:
            text = said.read()
            print(text, end="", flush=True)
            if READY in text:
                print("It runs in the background; scripts/dev --stop ends it.")
                return 0
            if not text and background.poll() is not None:
                return 1
            time.sleep(0.1)


class RunningCommand:
    """The file that says which process runs an instance."""

    def __init__(self, instance: Instance):
        self._file = instance.folder.parent / "dev.pid"

    def __enter__(self):
        self._file.parent.mkdir(parents=True, exist_ok=True)
        self._file.write_text(f"{os.getpid()}\n{identity(os.getpid())}\n")
        return self

    def __exit__(self, *_):
        self._file.unlink(missing_ok=True)

    def pid(self) -> int | None:
        """The process that runs the instance now."""
        if not self._file.is_file():
            return None
        pid, known = self._file.read_text().strip().split("\n", 1)
        return int(pid) if identity(int(pid)) == known else None

    def stop(self) -> int:
        """Ends that process, which ends what it started."""
        pid = self.pid()
        if pid is None:
            print("Nothing is running.")
            return 0
        send(pid, signal.SIGTERM)
        if not wait_until_gone(pid, seconds=60):
            raise Failure(f"Process {pid} does not end.", f"Look at what it does, or end it with: kill -9 {pid}")
        print("Ended.")
        return 0


if __name__ == "__main__":
    console.main(command)

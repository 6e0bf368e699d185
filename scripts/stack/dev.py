"""`scripts/dev`: runs the platform on this machine, and updates it when files change."""

import argparse
import fcntl
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress

import psutil

from . import build, console, container_engine, local_stack, sam_local, tools
from .console import CommandError, step
from .instance import ROOT, Instance, development_instance, port, require_free
from .processes import Process, terminate_orphans

#: Printed when every function is deployed. `--detach` waits for it.
READY = "Ready."
#: Compiles the functions and scripts/ops. The low priority does not slow down what the user waits for meanwhile.
COMPILE = ["nice", "-n", "10", *build.COMMAND]

#: Folders and files whose content is deployed.
WATCHED = ("functions/", "shared/", "infra/", "template.yaml", "Cargo.")
#: Polling takes about fifty milliseconds. Notifications of the system, in contrast, stop for a single
#: file that an editor replaces.
INTERVAL_SECONDS = 1.0

#: Modification time and size of each file, by its path in the repository.
Fingerprints = dict[str, tuple[int, int]]


def command() -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/dev",
        description="Installs what is missing, builds, deploys to a local AWS, and serves the site with reload.",
        epilog="PORT_SITE (5173), PORT_AWS (4566) and PORT_SAM (3055) choose other ports.",
    )
    parser.add_argument("--reset", action="store_true", help="delete all local data first")
    parser.add_argument("--detach", action="store_true", help="return when it is ready, and leave it running")
    parser.add_argument("--stop", action="store_true", help="stop what is running")
    parser.add_argument(
        "--sam",
        action="store_true",
        help="serve the API with `sam local start-api`, from the stack of a running scripts/dev if there is one",
    )
    options = parser.parse_args()
    if options.sam and (options.reset or options.detach):
        parser.error("--sam runs in the foreground, with existing data")

    instance = development_instance()
    lock = Lock(instance)
    if options.stop:
        return stop(instance, lock)
    if options.detach:
        return detach(instance, lock, [flag for flag in sys.argv[1:] if flag != "--detach"])
    if options.sam:
        return serve_with_sam(instance, lock)
    with lock:
        return serve(instance, options.reset)


def serve(instance: Instance, reset: bool) -> int:
    """Starts everything, and updates it until the command is terminated."""
    try:
        if reset:
            with step("Deleting all local data"):
                local_stack.reset(instance)
        make_ready(instance)
        tools.require()
        known = fingerprints()
        # Compiling takes longest, so it starts first. A stand-in responds for the functions until they are built.
        # The compilation ends before the pool, which waits for the thread that waits for it. It has its own folder,
        # because starting the stack terminates what an earlier one has left in that of the instance.
        log = instance.folder / "compilation" / "cargo.log"
        terminate_orphans(log.parent)
        with (
            ThreadPoolExecutor() as pool,
            Process(" ".join(build.COMMAND), COMPILE, log, ROOT, hint=build.HINT) as compilation,
        ):
            packages = pool.submit(install_web_packages)
            with local_stack.running(instance) as stack:
                functions = pool.submit(deploy_functions, stack, compilation)
                packages.result()
                with local_stack.site(instance, stack.api) as web:
                    print(
                        f"\n  Site   {instance.site}\n"
                        f"  API    {instance.site}/api/courses?lang=fr\n"
                        f"  AWS    {instance.aws}\n"
                        f"  Mails  {instance.site}/inbox\n",
                        flush=True,
                    )
                    functions.result()
                    print(
                        f"\n{READY} Changes to the web app, the functions, the template and the catalogue are applied.",
                        flush=True,
                    )

                    def check() -> None:
                        stack.process.require_running()
                        web.require_running()

                    watch(known, lambda changed: apply(stack, changed), check)
    except KeyboardInterrupt:
        print("\nStopped. Data is kept; scripts/dev --reset deletes it.", flush=True)
    return 0


def serve_with_sam(instance: Instance, lock: "Lock") -> int:
    """
    Serves the API with SAM, from the stack of a running `scripts/dev`.

    If there is none, it starts a stack, and a site that sends its requests to SAM.
    """
    number = port("PORT_SAM", 3055)
    url = f"http://127.0.0.1:{number}"
    require_free("PORT_SAM", number)
    tools.require()
    engine = container_engine.require()
    known = fingerprints()
    try:
        with ExitStack() as running:
            own_stack = lock.holder() is None
            if own_stack:
                running.enter_context(lock)
                make_ready(instance)
                install_web_packages()
                with step("Building the functions for this machine (minutes, the first time)"):
                    build.build()
                running.enter_context(local_stack.running(instance)).import_catalogue()
            elif not instance.description.is_file():
                raise CommandError("scripts/dev is still starting.", "Try again when it has deployed template.yaml.")
            with step("Installing the SAM CLI and cargo-lambda if they are missing"):
                tools.environment("deploy")
            with step("Building the functions for Lambda's image (minutes, the first time)"):
                sam_local.compile_functions()
            sam = running.enter_context(sam_local.running(instance, number, engine))
            if own_stack:
                running.enter_context(local_stack.site(instance, url))
            print(
                f"\n  API    {url}/courses?lang=fr\n"
                f"  Site   {instance.site}\n"
                f"  Mails  {instance.site}/inbox\n\n{READY}",
                flush=True,
            )

            def apply(changed: set[str]) -> None:
                try:
                    with step(f"Building {', '.join(sorted(changed))}"):
                        sam_local.compile_functions()
                except CommandError as error:
                    error.report()

            watch(known, apply, sam.require_running)
    except KeyboardInterrupt:
        print("\nStopped. Data is kept.", flush=True)
    return 0


def install_web_packages() -> None:
    with step("Installing the packages of the web app"):
        tools.install_packages()


def make_ready(instance: Instance) -> None:
    """Terminates what a killed command has left. Fails when another program uses a port."""
    terminate_orphans(instance.folder)
    require_free("PORT_AWS", instance.port_aws)
    require_free("PORT_SITE", instance.port_site)


def deploy_functions(stack: local_stack.Stack, compilation: Process) -> None:
    """Deploys the functions when they are built, and imports the catalogue."""
    with step("Building the functions (minutes, the first time)"):
        compilation.wait()
    with step("Deploying the functions"):
        stack.refresh()
    with step("Importing the catalogue"):
        stack.import_catalogue()


def apply(stack: local_stack.Stack, changed: set[str]) -> None:
    """Applies changed files. An error is printed, and the next change tries again."""
    try:
        with step(f"Applying changes to {', '.join(sorted(changed))}"):
            build.build()
            stack.refresh()
            stack.import_catalogue()
    except CommandError as error:
        error.report()


def detach(instance: Instance, lock: "Lock", flags: Sequence[str]) -> int:
    """Runs the same command in the background, and prints its output until it is ready."""
    lock.require_free()
    instance.folder.parent.mkdir(parents=True, exist_ok=True)
    # The name contains the process id until the background process is ready: two starts must not share a log.
    log = instance.folder.parent / f"dev.{os.getpid()}.log"
    with log.open("wb") as output:
        background = subprocess.Popen(
            [sys.executable, "-m", "stack.dev", *flags],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        with log.open() as lines:
            while True:
                ended = background.poll() is not None
                text = lines.read()
                print(text, end="", flush=True)
                if READY in text:
                    log.replace(log.with_name("dev.log"))
                    print("It runs in the background; scripts/dev --stop stops it.")
                    return 0
                if ended:
                    log.unlink()
                    return 1
                time.sleep(0.1)
    except KeyboardInterrupt:
        background.send_signal(signal.SIGTERM)
        background.wait()
        log.unlink()
        raise


def stop(instance: Instance, lock: "Lock") -> int:
    """Stops the running command, and the processes of one that was killed."""
    pid = lock.holder()
    if pid is not None:
        with suppress(psutil.NoSuchProcess):
            process = psutil.Process(pid)
            process.terminate()
            try:
                process.wait(60)
            except psutil.TimeoutExpired:
                raise CommandError(f"Process {pid} does not exit.", f"Kill it: kill -9 {pid}") from None
    terminate_orphans(instance.folder)
    instance.delete_description()
    print("Nothing was running." if pid is None else "Stopped.")
    return 0


def watch(known: Fingerprints, on_change: Callable[[set[str]], None], check: Callable[[], None]) -> None:
    """
    Calls `on_change` with the paths of the files that differ from `known`, and `check` at every interval, until one of
    them raises an exception.
    """
    while True:
        time.sleep(INTERVAL_SECONDS)
        check()
        now = fingerprints()
        changed = {path for path in known.keys() | now.keys() if known.get(path) != now.get(path)}
        if changed:
            known = now
            on_change(changed)


def fingerprints() -> Fingerprints:
    found = {}
    for name in tools.files():
        if name.startswith(WATCHED) and "/tests/" not in name:
            with suppress(FileNotFoundError):
                state = (ROOT / name).stat()
                found[name] = (state.st_mtime_ns, state.st_size)
    return found


class Lock:
    """Held by the process that runs an instance. The system releases it when that process exits or is killed."""

    def __init__(self, instance: Instance):
        self._path = instance.folder.parent / "dev.lock"

    def __enter__(self) -> "Lock":
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._file = self._path.open("a+")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.require_free()
        self._file.truncate(0)
        self._file.write(str(os.getpid()))
        self._file.flush()
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def holder(self) -> int | None:
        if not self._path.is_file():
            return None
        with self._path.open() as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return int(file.read())
        return None

    def require_free(self) -> None:
        if pid := self.holder():
            raise CommandError(f"It is running already, as process {pid}.", "scripts/dev --stop stops it.")


if __name__ == "__main__":
    console.main(command)

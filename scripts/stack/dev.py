"""`scripts/dev`: the whole platform on this machine, with reload."""

import argparse
import fcntl
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

import psutil

from . import build, console, container_engine, emulator, sam_local, site, tools, up, watch
from .compilation import Compilation
from .console import CommandError, step
from .instance import ROOT, Instance, developers, port, require_free
from .processes import terminate_orphans

#: What is printed when every function is deployed, so that `--detach` knows.
READY = "Ready."


def command() -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/dev",
        description="Installs what is missing, builds, deploys to a local AWS, and serves the site with reload.",
        epilog="PORT_SITE (5173), PORT_AWS (4566) and PORT_SAM (3055) choose other ports.",
    )
    parser.add_argument("--reset", action="store_true", help="start from nothing: forget all local data")
    parser.add_argument("--detach", action="store_true", help="return when it is ready, and leave it running")
    parser.add_argument("--stop", action="store_true", help="end what is running")
    parser.add_argument(
        "--sam", action="store_true", help="serve the API by `sam local start-api`, beside what is running if it is"
    )
    options = parser.parse_args()
    if options.sam and (options.reset or options.detach):
        parser.error("--sam runs in the foreground, with the data that is there")

    instance = developers()
    lock = Lock(instance)
    if options.stop:
        return stop(instance, lock)
    if options.detach:
        return detach(instance, lock, [flag for flag in sys.argv[1:] if flag != "--detach"])
    if options.sam:
        return serve_by_sam(instance, lock)
    with lock:
        return serve(instance, options.reset)


def serve(instance: Instance, reset: bool) -> int:
    """Brings everything up, and keeps it up to date until it is told to end."""
    try:
        if reset:
            with step("Forgetting all local data"):
                up.reset(instance)
        terminate_orphans(instance.folder)
        require_free("PORT_AWS", instance.port_aws)
        require_free("PORT_SITE", instance.port_site)
        tools.require()
        known = watch.fingerprints()
        # The functions take longest, so they are compiled from the start. Until one is built, a stand-in answers for it.
        # It ends before the pool does, which waits for the thread that waits for it.
        with ThreadPoolExecutor() as beside, Compilation(instance.folder / "compilation.log") as compilation:
            packages = beside.submit(install_web_packages)
            with up.running(instance) as stack:
                functions = beside.submit(deploy_functions, stack, compilation)
                packages.result()
                with site.running(instance, stack.api) as web:
                    announce(instance)
                    functions.result()
                    print(
                        f"\n{READY} Changes to the web app, the functions, the template and the catalogue show by themselves.",
                        flush=True,
                    )

                    def check() -> None:
                        stack.emulator.require_running(emulator.WHAT, emulator.HINT)
                        web.require_running(site.WHAT, site.HINT)

                    watch.changes(known, lambda changed: apply(stack, changed), check)
    except KeyboardInterrupt:
        print("\nEnded. Data is kept; scripts/dev --reset forgets it.", flush=True)
    return 0


def serve_by_sam(instance: Instance, lock: "Lock") -> int:
    """
    Serves the API by SAM: with the stack of the `scripts/dev` that runs, or else with one of its own, and then the site leads to SAM.
    """
    number = port("PORT_SAM", 3055)
    address = f"http://127.0.0.1:{number}"
    require_free("PORT_SAM", number)
    tools.require()
    engine = container_engine.require()
    known = watch.fingerprints()
    try:
        with ExitStack() as running:
            stack = None
            if lock.holder() is None:
                stack = running.enter_context(stack_alone(instance, lock))
            elif not instance.description.is_file():
                raise CommandError("scripts/dev has only begun.", "Try again when it has deployed template.yaml.")
            with step("Installing the SAM CLI and cargo-lambda, when they are missing"):
                tools.environment("deploy")
            with step("Building the functions for Lambda's image (minutes, the first time)"):
                sam_local.compile_functions()
            sam = running.enter_context(sam_local.running(instance, number, engine))
            if stack:
                running.enter_context(site.running(instance, address))
            print(
                f"\n  API    {address}/courses?lang=fr\n  Site   {instance.site}\n  Mails  {instance.site}/inbox\n\n{READY}",
                flush=True,
            )

            def apply(changed: set[str]) -> None:
                try:
                    with step(f"Building {', '.join(sorted(changed))}"):
                        sam_local.compile_functions()
                except CommandError as error:
                    error.report()

            watch.changes(known, apply, lambda: sam.require_running(sam_local.WHAT, sam_local.HINT))
    except KeyboardInterrupt:
        print("\nEnded. Data is kept.", flush=True)
    return 0


@contextmanager
def stack_alone(instance: Instance, lock: "Lock") -> Iterator[up.Stack]:
    """A stack with the catalogue in its tables, and the packages that the site needs."""
    with lock:
        terminate_orphans(instance.folder)
        require_free("PORT_AWS", instance.port_aws)
        require_free("PORT_SITE", instance.port_site)
        install_web_packages()
        with step("Building the functions for this machine (minutes, the first time)"):
            build.build()
        with up.running(instance) as stack:
            stack.import_catalogue()
            yield stack


def install_web_packages() -> None:
    with step("Installing the packages of the web app"):
        tools.install_web_packages()


def announce(instance: Instance) -> None:
    print(
        f"\n  Site   {instance.site}\n"
        f"  API    {instance.site}/api/courses?lang=fr\n"
        f"  AWS    {instance.aws}\n"
        f"  Mails  {instance.site}/inbox\n",
        flush=True,
    )


def deploy_functions(stack: up.Stack, compilation: Compilation) -> None:
    """Deploys each function when it is built, then the whole template if anything was built, and imports the catalogue."""
    built = False
    with step("Building the functions (minutes, the first time)"):
        for binary in compilation.binaries():
            stack.replace_code(binary)
            built = True
    if built:
        with step("Deploying what was built"):
            stack.refresh()
    with step("Importing the catalogue"):
        stack.import_catalogue()


def apply(stack: up.Stack, changed: set[str]) -> None:
    """Brings what runs up to date with the files. What fails is said, and the next change tries again."""
    try:
        with step(f"Applying changes to {', '.join(sorted(changed))}"):
            build.build()
            stack.refresh()
            stack.import_catalogue()
    except CommandError as error:
        error.report()


def detach(instance: Instance, lock: "Lock", flags: list[str]) -> int:
    """Runs the same command in the background, and passes on what it says until it is ready."""
    lock.require_free()
    instance.folder.parent.mkdir(parents=True, exist_ok=True)
    # Named after this process until it is ready, so that two at once do not write over each other.
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
        with log.open() as said:
            while True:
                ended = background.poll() is not None
                text = said.read()
                print(text, end="", flush=True)
                if READY in text:
                    os.replace(log, log.with_name("dev.log"))
                    print("It runs in the background; scripts/dev --stop ends it.")
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
    """Ends what runs, and what a run that was killed has left behind."""
    pid = lock.holder()
    if pid is not None:
        try:
            process = psutil.Process(pid)
            process.terminate()
            process.wait(60)
        except psutil.NoSuchProcess:
            pass
        except psutil.TimeoutExpired:
            raise CommandError(f"Process {pid} does not end.", f"End it with: kill -9 {pid}") from None
    terminate_orphans(instance.folder)
    instance.forget_description()
    print("Nothing was running." if pid is None else "Ended.")
    return 0


class Lock:
    """Held by the one process that runs an instance. The system releases it when that process ends, however it ends."""

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

    def __exit__(self, *_) -> None:
        self._file.close()

    def holder(self) -> int | None:
        """The process that holds it."""
        if not self._path.is_file():
            return None
        with self._path.open() as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return int(file.read())
        return None

    def require_free(self) -> None:
        """Fails when a process holds it."""
        if pid := self.holder():
            raise CommandError(f"It is running already, as process {pid}.", "scripts/dev --stop ends it.")


if __name__ == "__main__":
    console.main(command)

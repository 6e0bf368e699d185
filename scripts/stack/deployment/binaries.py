"""Whether what was built is for the processor that it is deployed to."""

from pathlib import Path

from .. import build
from ..console import CommandError
from .environment import Environment

#: `e_machine` of an ELF header, by Lambda's name of the processor.
MACHINES = {"x86_64": 0x3E, "arm64": 0xB7}


def require(environment: Environment, folder: Path) -> None:
    """Fails when a function of a build is missing, or is for another processor than the environment's."""
    wanted = environment.architecture
    for function in build.functions(build.template()):
        path = folder / function / "bootstrap"
        if not path.is_file():
            raise CommandError(f"{function} is not in {folder}.", "Build it: scripts/deploy does, or sam build.")
        found = machine(path)
        if found != wanted:
            raise CommandError(
                f"{function} in {folder} is built for {found}, and {environment.name} runs {wanted}.",
                "Delete that folder, and build again. Nothing was changed.",
            )


def machine(path: Path) -> str:
    """The processor that a program is for."""
    with path.open("rb") as program:
        header = program.read(20)
    if header[:4] != b"\x7fELF" or len(header) < 20:
        return "nothing that Lambda runs"
    number = int.from_bytes(header[18:20], "little")
    return next(
        (name for name, known in MACHINES.items() if known == number), f"a processor that Lambda has not ({number:#x})"
    )

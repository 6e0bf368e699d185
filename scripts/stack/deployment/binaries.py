"""Checks that the built functions are for the processor architecture of the environment."""

from pathlib import Path

from .. import templates
from ..console import CommandError
from .environment import Environment

#: `e_machine` of an ELF header, by Lambda's name of the architecture.
MACHINES = {"x86_64": 0x3E, "arm64": 0xB7}


def require(environment: Environment, folder: Path) -> None:
    """Fails when a function is missing in a build folder, or is built for another architecture."""
    wanted = environment.architecture
    for function in templates.functions(templates.main()):
        path = folder / function / "bootstrap"
        if not path.is_file():
            raise CommandError(f"{function} is not in {folder}.", "Build it with scripts/deploy or sam build.")
        found = architecture(path)
        if found != wanted:
            raise CommandError(
                f"{function} in {folder} is built for {found}, and {environment.name} runs {wanted}.",
                "Delete that folder, and build again. Nothing was changed.",
            )


def architecture(path: Path) -> str:
    """The processor architecture of an executable."""
    with path.open("rb") as program:
        header = program.read(20)
    if header[:4] != b"\x7fELF" or len(header) < 20:
        return "nothing that Lambda runs"
    number = int.from_bytes(header[18:20], "little")
    return next(
        (name for name, known in MACHINES.items() if known == number),
        f"an architecture that Lambda does not have ({number:#x})",
    )

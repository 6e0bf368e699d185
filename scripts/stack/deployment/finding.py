"""What a check reports."""

from dataclasses import dataclass

OK, WARNING, FAILURE = "✓", "!", "✗"


@dataclass(frozen=True)
class Finding:
    """The result of one check: fine, a warning, or an error that prevents a deployment."""

    severity: str
    subject: str
    message: str
    #: How the user corrects it.
    hint: str = ""

    def __str__(self) -> str:
        line = f"{self.severity} {self.subject}: {self.message}"
        return f"{line}\n  → {self.hint}" if self.hint else line


def ok(subject: str, message: str) -> Finding:
    return Finding(OK, subject, message)


def warning(subject: str, message: str, hint: str) -> Finding:
    return Finding(WARNING, subject, message, hint)


def failure(subject: str, message: str, hint: str) -> Finding:
    return Finding(FAILURE, subject, message, hint)

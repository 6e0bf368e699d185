"""What a check has found, and how it is told."""

from dataclasses import dataclass

FINE, WARNING, FAILURE = "✓", "!", "✗"


@dataclass(frozen=True)
class Finding:
    """Something that is as it should be, that somebody should know, or that a deployment would fail with."""

    severity: str
    #: What was looked at.
    subject: str
    said: str
    #: What a person does about it.
    hint: str = ""

    def __str__(self) -> str:
        what = f"{self.severity} {self.subject}: {self.said}"
        return f"{what}\n  → {self.hint}" if self.hint else what


def fine(subject: str, said: str) -> Finding:
    return Finding(FINE, subject, said)


def warning(subject: str, said: str, hint: str) -> Finding:
    return Finding(WARNING, subject, said, hint)


def failure(subject: str, said: str, hint: str) -> Finding:
    return Finding(FAILURE, subject, said, hint)

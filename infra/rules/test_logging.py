"""docs/logging.md lists all messages, fields and metrics of the functions, and no field has personal data."""

import re
from collections.abc import Iterator

from stack.instance import ROOT
from user_fields import fields

SOURCES = [
    path
    for folder in ("functions/src", "shared/*/src")
    for path in ROOT.glob(f"{folder}/**/*.rs")
    if not {ROOT / "shared" / "testing", ROOT / "shared" / "model"} & set(path.parents)
]
PAGE = (ROOT / "docs" / "logging.md").read_text()
#: Names of fields with personal data or credentials. `code` is an error code, and `route` a template.
PERSONAL = {
    *(set(fields("UserProfile")) - {"country", "courses", "files"}),
    *("body", "cookie", "email", "header", "headers", "ip", "name", "password", "path", "phone", "query", "referer"),
    *("request", "secret", "token", "uri", "url", "user", "userId", "viewer"),
}
#: The fields of every line.
OF_EVERY_LINE = {"timestamp", "level", "message", "function"}


def table(heading: str) -> list[list[str]]:
    """The rows of the table whose first column has a heading, without backticks."""
    _, rest = PAGE.split(f"| {heading} |", 1)
    rows = rest.split("\n\n", 1)[0].splitlines()[2:]
    return [[cell.strip().replace("`", "") for cell in row.strip("|").split("|")] for row in rows]


def arguments(source: str, macro: str) -> Iterator[list[str]]:
    """The arguments of each call of a macro."""
    for call in re.finditer(rf"\b{macro}!\(", source):
        found, depth, quoted = [""], 1, False
        for character in source[call.end() :]:
            quoted ^= character == '"'
            depth += 0 if quoted else (character in "([{") - (character in ")]}")
            if depth == 0:
                break
            if character == "," and depth == 1 and not quoted:
                found.append("")
            else:
                found[-1] += character
        yield [argument.strip() for argument in found if argument.strip()]


def logged() -> tuple[set[str], set[str]]:
    """The messages and the fields in the code."""
    messages, fields = set(), set()
    for path in SOURCES:
        source = path.read_text()
        for macro in ("trace", "debug", "info", "warn", "error"):
            for *given, message in arguments(source, macro):
                assert re.fullmatch('"[^"{}]+"', message), f"{path}: a message is a constant, {message} is not"
                messages.add(message.strip('"'))
                fields |= {re.sub(r"^[%?]", "", field.split("=")[0].strip()) for field in given}
        for _, *given in arguments(source, "info_span"):
            fields |= {"span." + field.split("=")[0].strip() for field in given}
    return messages, fields


MESSAGES, FIELDS = logged()


def test_documented_messages_are_the_logged_ones() -> None:
    assert {row[0] for row in table("Message")} == MESSAGES


def test_documented_fields_are_the_logged_ones() -> None:
    documented = {field for row in table("Field") for field in row[0].split(", ")}
    assert documented == FIELDS | OF_EVERY_LINE


def test_no_field_is_personal() -> None:
    assert not {field.removeprefix("span.") for field in FIELDS} & PERSONAL


def test_no_function_logs_arguments_or_writes_to_stdout() -> None:
    for path in SOURCES:
        source = path.read_text()
        assert "instrument(" not in source.replace(".instrument(", ""), path
        assert "stderr()" not in source, path
        assert "stdout()" not in source or path.name == "metrics.rs", path


def metrics() -> dict[str, tuple[str, list[list[str]]]]:
    """The unit and the sets of dimensions of each metric that the code writes."""
    source = (ROOT / "shared" / "platform" / "src" / "metrics.rs").read_text()
    written = re.findall(r'Metric \{\s+name: "(\w+)",\s+unit: "(\w+)",\s+dimensions: &\[(.*)\],', source)
    return {
        name: (unit, [re.findall(r'"(\w+)"', one) for one in re.findall(r"&\[(.*?)\]", sets)])
        for name, unit, sets in written
    }


METRICS = metrics()


def test_documented_metrics_are_the_written_ones() -> None:
    assert METRICS
    documented = {}
    for name, unit, dimensions, _ in table("Metric"):
        sets = [[] if one == "none" else one.split(", ") for one in dimensions.split("; ")]
        documented[name] = (unit, sets)
    assert documented == METRICS


def test_dimensions_have_few_values() -> None:
    # AWS charges for a metric of each value, so users, files and paths cannot be dimensions.
    used = {dimension for _, sets in METRICS.values() for one in sets for dimension in one}
    assert used <= {"route", "code", "mail"}

"""Log lines are constant messages with fields, and no field is personal data."""

import re

from stack.instance import ROOT

SOURCE = "".join(
    path.read_text()
    for folder in ("functions/src", "shared/*/src")
    for path in sorted(ROOT.glob(f"{folder}/**/*.rs"))
    if not {ROOT / "shared" / "testing", ROOT / "shared" / "model"} & set(path.parents)
)
#: A call of a macro, with parentheses in its arguments up to the third level.
CALL = re.compile(
    r"\b(trace|debug|info|warn|error|info_span)!\(((?:\"[^\"]*\"|[^()\"]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*)\)"
)
#: Names of fields with personal data or credentials. `code` is an error code, and `route` a template.
PERSONAL = {
    *("address", "birthdate", "curriculum", "fullname", "image", "phone1", "phone2", "video"),
    *("body", "cookie", "email", "header", "headers", "ip", "name", "password", "path", "phone", "query", "referer"),
    *("request", "secret", "token", "uri", "url", "user", "userId", "viewer"),
}


def test_a_message_is_a_constant() -> None:
    calls = [arguments.strip().rstrip(",") for macro, arguments in CALL.findall(SOURCE) if macro != "info_span"]
    assert len(calls) == len(re.findall(r"\b(?:trace|debug|info|warn|error)!\(", SOURCE)) > 30
    assert [call for call in calls if not re.search(r'(?:^|\s)"([^"{}]+)"$', call)] == []


def test_no_field_is_personal() -> None:
    logged = {
        name
        for _, arguments in CALL.findall(SOURCE)
        for name in re.findall(r"(?:^|,)\s*[%?]?(\w+)(?=\s*(?:=|,))", re.sub(r'"[^"]*"', "", arguments))
    }
    assert {"cause", "file", "correlationId"} <= logged
    assert not logged & PERSONAL


def test_no_function_logs_arguments_or_writes_to_stdout() -> None:
    assert "instrument(" not in SOURCE.replace(".instrument(", "")
    assert "stderr()" not in SOURCE
    assert SOURCE.count("stdout()") == 1, "metrics.rs writes metrics"

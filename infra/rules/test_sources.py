"""
What sources must not contain, so that no input is executed or interpreted as code. Log lines are constant messages with
fields, and no field is personal data.
"""

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

from stack.instance import ROOT

WEB_APP = [
    path
    for path in (ROOT / "frontend" / "src").rglob("*.ts*")
    if ".test." not in path.name and "testing" not in path.relative_to(ROOT).parts
]
FUNCTIONS = [*ROOT.glob("functions/src/**/*.rs"), *ROOT.glob("shared/*/src/**/*.rs")]
#: Starts the functions, in tests only.
TEST_TOOLS = ROOT / "shared" / "testing"
MANIFESTS = [
    *ROOT.glob("functions/**/Cargo.toml"),
    *ROOT.glob("shared/*/Cargo.toml"),
    *ROOT.glob("infra/*/Cargo.toml"),
]


def found(pattern: str, sources: Iterable[Path]) -> list[str]:
    return [f"{path.relative_to(ROOT)}: {match}" for path in sources for match in re.findall(pattern, path.read_text())]


def test_the_web_app_renders_text_and_runs_no_text() -> None:
    writes_html = r"dangerouslySetInnerHTML|\.innerHTML\b|\.outerHTML\b|insertAdjacentHTML|document\.write|srcDoc\b"
    runs_text = r"\beval\(|new Function\(|javascript:"
    # The build alone renders the document, from markup and files of its own.
    document = "frontend/src/app/prerender/Document.tsx: dangerouslySetInnerHTML"
    assert set(found(f"{writes_html}|{runs_text}", WEB_APP)) == {document}


def test_password_fields_accept_what_is_pasted() -> None:
    # The field of the reset code distributes the digits that are pasted.
    handles_paste = {path.name for path in WEB_APP if re.search(r"\bonPaste\b", path.read_text())}
    assert handles_paste <= {"CodeField.tsx"}
    # Only the boxes after the first one of that code. Password managers would ignore other fields.
    turns_off = {path.name for path in WEB_APP if re.search(r"autoComplete=[^\n]*\boff\b", path.read_text())}
    assert turns_off <= {"CodeField.tsx"}


def test_functions_run_no_programs() -> None:
    deployed = [path for path in FUNCTIONS if TEST_TOOLS not in path.parents]
    assert found(r"\bprocess::Command\b|Command::new\(", deployed) == []


def test_functions_request_nothing_but_services_of_aws() -> None:
    # They have no client of HTTP but that of the AWS SDK, whose endpoints are no input.
    clients = {"aws-smithy-http-client", "hyper", "hyper-util", "isahc", "reqwest", "surf", "ureq"}
    used = {path.parent.name: clients & set(dependencies(path)) for path in MANIFESTS if TEST_TOOLS not in path.parents}
    assert {name: found for name, found in used.items() if found} == {"platform": {"aws-smithy-http-client"}}


def test_functions_make_no_patterns() -> None:
    # So no input is part of a regular expression.
    assert workspace_dependencies() & {"fancy-regex", "onig", "pcre2", "regex", "regex-lite"} == set()


def test_the_web_app_makes_patterns_of_constants_only() -> None:
    makes_patterns = {path.name for path in WEB_APP if re.search(r"\bRegExp\(", path.read_text())}
    # The name of a cookie, a table of letters, and the country table.
    assert makes_patterns == {"languagePreference.ts", "normalizeForSearch.ts", "country.ts"}


def test_the_web_app_receives_no_messages_of_other_windows() -> None:
    receives = r"""EventListener\(\s*['"]message['"]|\bonmessage\b"""
    sends = r"\bpostMessage\(|\bMessageChannel\b"
    assert found(f"{receives}|{sends}", WEB_APP) == []


def test_crates_use_no_broken_hash_or_cipher() -> None:
    broken = {"aes", "cbc", "des", "ecb", "md-5", "md4", "md5", "rc4", "rsa", "sha-1", "sha1"}
    # S3 states the MD5 digest of each object, which tells only what has changed. PDFs that open without a password are
    # encrypted with these: nothing here relies on it.
    users = {"md-5": {"functions", "content"}, "aes": {"content"}}
    assert workspace_dependencies() & broken == set(users)
    for crate, names in users.items():
        assert {path.parent.name for path in MANIFESTS if f"\n{crate}." in path.read_text()} == names


def test_one_xml_parser_reads_documents_and_resolves_no_entities() -> None:
    # quick-xml leaves entities to its caller.
    parsers = {"quick-xml", "roxmltree", "serde-xml-rs", "xml-rs", "xmlparser"}
    assert workspace_dependencies() & parsers == {"quick-xml"}
    assert [path.parent.name for path in MANIFESTS if "quick-xml" in path.read_text()] == ["content"]


def dependencies(manifest: Path) -> list[str]:
    return list(tomllib.loads(manifest.read_text()).get("dependencies", {}))


def workspace_dependencies() -> set[str]:
    return set(tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["dependencies"])


def test_every_file_of_the_front_door_tests_is_compiled() -> None:
    """Rust ignores a file that no `mod` names, and its tests do not run."""
    tests = ROOT / "functions" / "tests" / "front_door"
    for path in set(tests.rglob("*.rs")) - {tests / "main.rs"}:
        module = path.parent if path.name == "mod.rs" else path.with_suffix("")
        parent = module.parent / ("main.rs" if module.parent == tests else "mod.rs")
        assert re.search(rf"^(pub\(crate\) )?mod {module.name};$", parent.read_text(), re.MULTILINE), path


#: The sources of what is deployed.
SOURCE = "".join(
    path.read_text() for path in sorted(FUNCTIONS) if not {TEST_TOOLS, ROOT / "shared" / "model"} & set(path.parents)
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

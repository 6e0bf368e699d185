"""`scripts/generate`: writes generated parts of files. infra/rules checks that they are up to date."""

import argparse
import json
import re
import subprocess
from pathlib import Path
from typing import Any

from . import console, templates
from .instance import ROOT
from .templates import Template

#: CloudFormation accepts the code of CloudFront functions only inside the template.
CDN_FUNCTIONS = {
    "ViewerRequestFunction": "viewer-request.js",
    "ViewerResponseFunction": "viewer-response.js",
    "ApiRequestFunction": "api-request.js",
}
CDN = ROOT / "infra" / "cdn"
VIEWER_REQUEST = CDN / "viewer-request.js"
VIEWER_RESPONSE = CDN / "viewer-response.js"
API_REQUEST = CDN / "api-request.js"
HOSTING = ROOT / "infra" / "hosting.yaml"
FUNCTIONS = ROOT / "docs" / "operations" / "functions.md"
#: The source of the languages, in the line before the constants.
LANGUAGES = "frontend/src/i18n/languages.ts.\n"


def command() -> int:
    argparse.ArgumentParser(
        prog="scripts/generate",
        description="Writes the web app's paths, courses and languages into infra/cdn/viewer-request.js, its languages "
        "into infra/cdn/viewer-response.js, the names of countries into infra/cdn/api-request.js, the code of the CDN's"
        " functions into infra/hosting.yaml, and the table of functions into docs/operations/functions.md.",
    ).parse_args()
    for path, text in generated().items():
        if path.read_text() != text:
            path.write_text(text)
            print(f"Wrote {path.relative_to(ROOT)}")
    return 0


def generated() -> dict[Path, str]:
    """The files with generated parts, and their up-to-date content."""
    app = web_app()
    functions = {
        VIEWER_REQUEST: with_routes(VIEWER_REQUEST.read_text(), app),
        VIEWER_RESPONSE: with_languages(VIEWER_RESPONSE.read_text(), app),
        API_REQUEST: with_countries(API_REQUEST.read_text()),
    }
    return {
        **functions,
        HOSTING: with_code(HOSTING.read_text(), {path.name: code for path, code in functions.items()}),
        FUNCTIONS: with_table(FUNCTIONS.read_text()),
    }


def web_app() -> dict[str, Any]:
    """The paths, the courses and the languages of the web app."""
    script = ROOT / "frontend" / "scripts" / "cdn-routes.mjs"
    found: dict[str, Any] = json.loads(
        subprocess.run(["node", script], check=True, capture_output=True, text=True).stdout
    )
    return found


def with_routes(function: str, app: dict[str, Any]) -> str:
    """Writes the paths, the courses and the languages of the web app into the viewer-request function."""
    constants = (
        f"\n/** The prerendered pages. */\nconst PAGES = [\n{lines(app['pages'])}];\n"
        f"\n/** The courses with a prerendered page, by id. */\nconst COURSES = [\n{lines(app['courses'])}];\n"
        f"\n/** Screens about one user, which only the app renders. */\nconst SCREENS = [\n{lines(app['screens'])}];\n"
        f"{languages(app)}"
        f"\nconst DEFAULT_LANGUAGE = {literal(app['defaultLanguage'])};\n\n"
    )
    return with_constants(function, LANGUAGES, constants)


def with_languages(function: str, app: dict[str, Any]) -> str:
    """Writes the languages of the web app into the viewer-response function."""
    return with_constants(function, LANGUAGES, f"{languages(app)}\n")


def languages(app: dict[str, Any]) -> str:
    return f"\nconst LANGUAGES = [\n{lines(app['languages'])}];\n"


def with_countries(function: str) -> str:
    """Writes the English names of the countries, which are their names on the wire, into the function for the API."""
    countries = json.loads((ROOT / "shared" / "data" / "countries.json").read_text())
    names = lines([country["names"]["en"] for country in countries])
    return with_constants(function, "shared/data/countries.json.\n", f"\nconst COUNTRIES = [\n{names}];\n\n")


def with_constants(function: str, begin: str, constants: str) -> str:
    end = "// The end of what is written."
    before, rest = function.split(begin)
    return before + begin + constants + end + rest.split(end)[1]


def lines(values: list[str]) -> str:
    return "".join(f"  {literal(value)},\n" for value in values)


def literal(value: str) -> str:
    """A string of JavaScript in ASCII: CloudFormation may replace other characters in a template."""
    assert not re.search(r"['\"\\]", value)
    return f"'{json.dumps(value)[1:-1]}'"


def with_code(hosting: str, changed: dict[str, str]) -> str:
    """Writes the code of the CDN's functions into the template. `changed` has the code that is not in its file yet."""
    for function, file in CDN_FUNCTIONS.items():
        code = changed.get(file) or (CDN / file).read_text()
        block = "".join(f"        {line}".rstrip() + "\n" for line in code.splitlines())
        before = re.search(rf"^  {function}:\n(?:    .*\n)*?      FunctionCode: ", hosting, re.MULTILINE)
        assert before
        begin = before.end()
        after = re.compile(r"^(?=  \w|  #|\w)", re.MULTILINE).search(hosting, begin)
        assert after
        end = after.start()
        last = "\n" if hosting[end - 2 : end] == "\n\n" else ""
        hosting = f"{hosting[:begin]}|\n{block}{last}{hosting[end:]}"
    return hosting


def with_table(page: str) -> str:
    """Writes the table of functions: route, memory and timeout, and permissions apart from writing the log."""
    source = templates.main()
    resources = templates.transform(source)["Resources"]
    rows = []
    routes = {function: route for route, function in templates.routes(source).items()}
    for function in templates.functions(source):
        properties = resources[function]["Properties"]
        permissions = "; ".join(
            f"{', '.join(f'`{action}`' for action in actions(statement))} on {resources_of(statement)}"
            for statement in templates.statements(resources, function)
            if "logs:PutLogEvents" not in statement["Action"]
        )
        route = f"`{routes[function]}`" if function in routes else properties["Description"]
        rows.append(f"| {route} | {properties['MemorySize']} MB, {properties['Timeout']} s | {permissions} |")
    table = "\n".join(["| Route | Given | May |", "| --- | --- | --- |", *rows])
    begin, end = "<!-- Written by scripts/generate. -->\n", "\n<!-- The end of what is written. -->"
    before, rest = page.split(begin)
    return before + begin + table + end + rest.split(end)[1]


def actions(statement: Template) -> list[str]:
    return [statement["Action"]] if isinstance(statement["Action"], str) else statement["Action"]


def resources_of(statement: Template) -> str:
    """The resources of a statement in words: ``table `users` ``, ``bucket `files/video/*` ``."""
    listed = statement["Resource"] if isinstance(statement["Resource"], list) else [statement["Resource"]]
    return ", ".join(name(resource) for resource in listed)


def name(resource: Template | str) -> str:
    """A resource in words."""
    if isinstance(resource, str):
        assert resource == "*"
        return "everything"
    text = resource.get("Fn::Sub") or resource.get("Fn::GetAtt", [resource.get("Ref")])[0]
    if ":ses:" in text:
        return f"every {text.split(':')[-1].removesuffix('/*').replace('-', ' ')}, as `MailSender`"
    if text.endswith("FunctionAliaslive"):
        return f"function `{kebab(text.removesuffix('FunctionAliaslive'))}`"
    if text.endswith("Queue"):
        return f"queue `{kebab(text.removesuffix('Queue'))}`"
    text = re.sub(r"\bHosting\.Outputs\.(\w+)Arn\b", r"\1.Arn", text)
    found = re.fullmatch(r"(?:\$\{)?(\w+?)(Table|Bucket|Secret)(?:\.Arn\}(/index/\w+|/.*)?)?", text)
    assert found
    return f"{found[2].lower()} `{kebab(found[1])}{found[3] or ''}`"


def kebab(name: str) -> str:
    """`failed-exports` of `FailedExports`."""
    return "-".join(re.findall("[A-Z][a-z]+", name)).lower()


if __name__ == "__main__":
    console.main(command)

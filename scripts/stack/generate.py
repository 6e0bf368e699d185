"""`scripts/generate`: writes generated parts of files. infra/rules checks that they are up to date."""

import argparse
import json
import re
import subprocess
from pathlib import Path
from typing import Any

from . import console
from .instance import ROOT

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
#: The source of the languages, in the line before the constants.
LANGUAGES = "frontend/src/i18n/languages.ts.\n"


def command() -> int:
    argparse.ArgumentParser(
        prog="scripts/generate",
        description="Writes the web app's paths, courses and languages into infra/cdn/viewer-request.js, its languages "
        "into infra/cdn/viewer-response.js, the names of countries into infra/cdn/api-request.js, and the code of the "
        "CDN's functions into infra/hosting.yaml.",
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


if __name__ == "__main__":
    console.main(command)

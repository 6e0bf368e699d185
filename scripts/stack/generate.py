"""`scripts/generate`: writes generated parts of files. infra/rules checks that they are up to date."""

import argparse
import json
import re
from pathlib import Path

from . import console, tools
from .instance import ROOT

#: CloudFormation accepts the code of CloudFront functions only inside the template.
CDN_FUNCTIONS = {
    "ViewerRequestFunction": "viewer-request.js",
    "ViewerResponseFunction": "viewer-response.js",
    "ApiRequestFunction": "api-request.js",
}
CDN = ROOT / "infra" / "cdn"
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
    script = ROOT / "frontend" / "scripts" / "cdn-routes.mjs"
    app = json.loads(tools.output(["node", script]))
    countries = json.loads((ROOT / "shared" / "data" / "countries.json").read_text())
    languages = array("LANGUAGES", app["languages"])
    constants = {
        "viewer-request.js": (
            LANGUAGES,
            "\n/** The prerendered pages. */"
            + array("PAGES", app["pages"])
            + "\n/** The courses with a prerendered page, by id. */"
            + array("COURSES", app["courses"])
            + "\n/** Screens about one user, which only the app renders. */"
            + array("SCREENS", app["screens"])
            + "\n/** Areas of the app, with all paths below these. */"
            + array("AREAS", app["areas"])
            + languages
            + f"\nconst DEFAULT_LANGUAGE = {literal(app['defaultLanguage'])};\n\n",
        ),
        "viewer-response.js": (LANGUAGES, f"{languages}\n"),
        # On the wire, countries have their English names.
        "api-request.js": (
            "shared/data/countries.json.\n",
            array("COUNTRIES", [country["names"]["en"] for country in countries]) + "\n",
        ),
    }
    functions = {CDN / file: with_constants((CDN / file).read_text(), *of) for file, of in constants.items()}
    return {
        **functions,
        HOSTING: with_code(HOSTING.read_text(), {path.name: code for path, code in functions.items()}),
    }


def array(name: str, values: list[str]) -> str:
    return f"\nconst {name} = [\n{''.join(f'  {literal(value)},{chr(10)}' for value in values)}];\n"


def with_constants(function: str, begin: str, constants: str) -> str:
    end = "// The end of what is written."
    before, rest = function.split(begin)
    return before + begin + constants + end + rest.split(end)[1]


def literal(value: str) -> str:
    """A string of JavaScript in ASCII: CloudFormation may replace other characters in a template."""
    assert not re.search(r"['\"\\]", value)
    return f"'{json.dumps(value)[1:-1]}'"


def with_code(hosting: str, codes: dict[str, str]) -> str:
    for function, file in CDN_FUNCTIONS.items():
        code = codes[file]
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

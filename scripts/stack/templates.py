"""Reads the CloudFormation templates, and transforms template.yaml as SAM does."""

import copy
import logging
import re
from typing import Any

import boto3
import yaml
from samtranslator.yaml_helper import yaml_parse

from .console import CommandError
from .instance import REGION, ROOT

#: A parsed template, or a part of one.
Template = dict[str, Any]

MAIN = "template.yaml"
HINT = "Correct template.yaml."
#: The alias that a route invokes, or in a template without aliases its function.
INVOKED = re.compile(r"/functions/\$\{(\w+)\.Arn\}(?::live)?/invocations")
#: The properties by which SAM publishes versions and moves an alias to them.
RELEASE_PROPERTIES = ("AutoPublishAlias", "VersionDeletionPolicy")

# SAM logs the metrics that its command line would send to AWS.
logging.getLogger("samtranslator").setLevel(logging.ERROR)


def main() -> Template:
    return read(MAIN)


def read(path: str) -> Template:
    try:
        parsed: Template = yaml_parse((ROOT / path).read_text())
    except yaml.YAMLError as error:
        raise CommandError(f"{path} is not YAML: {error}", f"Correct {path}.") from None
    return parsed


def others() -> list[str]:
    """The paths of the templates in infra/: those nested in template.yaml, and those of other stacks."""
    paths = (path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "infra").glob("[a-z]*.yaml")))
    return [path for path in paths if path != "infra/openapi.yaml"]


def functions(template: Template) -> dict[str, str]:
    """The binary of each function, by its logical id."""
    found = {}
    for name, resource in template["Resources"].items():
        if resource.get("Type") == "AWS::Serverless::Function":
            try:
                found[name] = resource["Metadata"]["BuildProperties"]["Binary"]
            except KeyError as missing:
                raise CommandError(
                    f"{name} in template.yaml does not name its binary: {missing} is missing.", HINT
                ) from None
    return found


def routes(template: Template) -> dict[str, str]:
    """The logical id of the function behind each route (`GET /courses`)."""
    found = {}
    for path, operations in template["Resources"]["Api"]["Properties"]["DefinitionBody"]["paths"].items():
        for method, operation in operations.items():
            function = INVOKED.search(operation["x-amazon-apigateway-integration"]["uri"]["Fn::Sub"])
            assert function
            found[f"{method.upper()} {path}"] = function[1]
    return found


def remove_aliases(template: Template) -> None:
    """Removes the aliases: requests then reach the code that was deployed last."""
    for name in RELEASE_PROPERTIES:
        template["Globals"]["Function"].pop(name)
    template["Resources"].update(without_aliases(template["Resources"]))


def without_aliases(value: Any) -> Any:
    """A part of a template with functions instead of their aliases (`!Ref CoursesListFunction.Alias`)."""
    match value:
        case {"Ref": str(reference)} if reference.endswith(".Alias"):
            return {"Fn::GetAtt": [reference.removesuffix(".Alias"), "Arn"]}
        case {"Fn::Sub": str(text)}:
            return {"Fn::Sub": text.replace(".Arn}:live", ".Arn}")}
        case dict():
            return {key: without_aliases(item) for key, item in value.items()}
        case list():
            return [without_aliases(item) for item in value]
        case _:
            return value


def transform(template: Template) -> Template:
    """The CloudFormation template that SAM generates from a SAM template."""
    # Importing SAM takes a third of the start of scripts/dev, which needs it only after the template has changed.
    from samtranslator.model.exceptions import InvalidDocumentException
    from samtranslator.parser.parser import Parser
    from samtranslator.translator.translator import Translator

    source = copy.deepcopy(template)
    # SAM requires a location, and does not read it.
    source["Globals"]["Function"]["CodeUri"] = "s3://bucket/any.zip"
    # The template refers to no managed policy.
    translator = Translator(managed_policy_map={}, sam_parser=Parser(), boto_session=boto3.Session(region_name=REGION))
    try:
        transformed: Template = translator.translate(source, {})
    except InvalidDocumentException as error:
        raise CommandError(f"SAM cannot transform the template: {error}", HINT) from None
    return transformed

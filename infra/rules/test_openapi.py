"""Rules for infra/openapi.yaml: generated clients need its formats and limits, and the limits are those of the code."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from platform_template import constant
from stack.instance import ROOT

DOCUMENT = yaml.safe_load((ROOT / "infra" / "openapi.yaml").read_text())
SCHEMAS = DOCUMENT["components"]["schemas"]
FIELDS = {name: schema["properties"] for name, schema in SCHEMAS.items() if "properties" in schema}
CHUNK_FORM = DOCUMENT["paths"]["/file/video/upload-chunk"]["post"]["requestBody"]["content"]["multipart/form-data"]


def nested(value: Any, location: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(value, dict):
        yield location, value
        for key, inner in value.items():
            yield from nested(inner, f"{location}/{key}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from nested(inner, f"{location}/{index}")


@pytest.mark.parametrize(
    ("limit", "path", "name"),
    [
        (SCHEMAS["FullName"]["maxLength"], "shared/api/src/form.rs", "NAME_MAX"),
        (SCHEMAS["Address"]["maxLength"], "shared/api/src/form.rs", "ADDRESS_MAX"),
        (FIELDS["PlaceRequest"]["message"]["maxLength"], "functions/src/courses/request_place/mod.rs", "MAX_MESSAGE"),
        (FIELDS["PasskeyName"]["name"]["maxLength"], "shared/api/src/form.rs", "PASSKEY_NAME_MAX"),
        (FIELDS["NewPasskey"]["name"]["maxLength"], "shared/api/src/form.rs", "PASSKEY_NAME_MAX"),
        (SCHEMAS["EmailAddress"]["maxLength"], "shared/domain/src/email.rs", "MAX_BYTES"),
        (SCHEMAS["NewPassword"]["minLength"], "shared/domain/src/password/mod.rs", "MIN_CHARACTERS"),
        (SCHEMAS["NewPassword"]["maxLength"], "shared/domain/src/password/mod.rs", "MAX_CHARACTERS"),
        (SCHEMAS["ChunkSize"]["const"], "shared/domain/src/upload.rs", "PART_BYTES"),
        (CHUNK_FORM["schema"]["properties"]["chunkSize"]["maximum"], "shared/domain/src/upload.rs", "PART_BYTES"),
        (SCHEMAS["ChunkIndex"]["maximum"] + 1, "shared/domain/src/upload.rs", "MAX_FORM_PARTS"),
        (FIELDS["FinishedUpload"]["totalChunks"]["maximum"], "shared/domain/src/upload.rs", "MAX_FORM_PARTS"),
    ],
)
def test_limits_are_those_of_the_code(limit: int, path: str, name: str) -> None:
    assert limit == constant(path, name)


def test_schemas_accept_their_examples() -> None:
    # YAML has times, and JSON has none.
    document = json.loads(json.dumps(DOCUMENT, default=str))
    registry = Registry().with_resource("", DRAFT202012.create_resource(document))
    schemas = [(place, schema) for place, schema in nested(document["components"]["schemas"]) if "example" in schema]
    assert len(schemas) > 5
    for place, schema in schemas:
        validator = Draft202012Validator(schema, registry=registry)
        assert not list(validator.iter_errors(schema["example"])), place


def test_files_in_forms_are_binary() -> None:
    # Without the format, a generator of OpenAPI 3.0 clients sends the bytes as text.
    files = [(place, schema) for place, schema in nested(DOCUMENT) if "contentMediaType" in schema]
    assert len(files) == 4
    for place, schema in files:
        assert schema["format"] == "binary", place


def test_the_document_has_no_aliases() -> None:
    # OpenAPI Generator rejects a document with more than 50 aliases of mappings.
    events = yaml.parse((ROOT / "infra" / "openapi.yaml").read_text())
    assert not [str(event.start_mark) for event in events if isinstance(event, yaml.AliasEvent)]


def test_fixed_texts_have_a_type_and_fixed_booleans_none() -> None:
    # OpenAPI Generator gives a field without a type the type `Any`. With a type, its Python client would compare a
    # fixed boolean with a text.
    for place, schema in nested(DOCUMENT):
        values = [schema["const"]] if "const" in schema else schema.get("enum", [])
        for value in values:
            expected = {str: "string", bool: None, int: "integer"}[type(value)]
            assert schema.get("type") == expected, place


def test_a_server_has_an_absolute_url() -> None:
    assert any(server["url"].startswith("https://") for server in DOCUMENT["servers"])


def test_errors_in_the_enumeration_are_those_of_the_code() -> None:
    texts = (ROOT / "shared" / "locales" / "en").glob("*rrors.json")
    codes = {code for file in texts for code in yaml.safe_load(file.read_text())}
    assert set(SCHEMAS["ErrorCode"]["enum"]) == codes - {"default_error"}

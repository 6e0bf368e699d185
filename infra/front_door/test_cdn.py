"""Site and API as a browser gets them: through the distribution of hosting.yaml, which the local AWS serves."""

import http.client
import json
import os
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from stack.deployment import smoke

STACK = json.loads(Path(os.environ["STACK_FILE"]).read_text())
CDN = urlsplit(STACK["cdn"])


def ask(path: str, method: str = "GET", host: str = CDN.netloc, headers: dict | None = None, body: str | None = None):
    """The answer, with its text. The emulator knows the CDN by its host, which not every machine can look up."""
    connection = http.client.HTTPConnection("127.0.0.1", CDN.port, timeout=30)
    connection.request(method, path, body=body, headers={"Host": host, **(headers or {})})
    answer = connection.getresponse()
    answer.text = answer.read().decode(errors="replace")
    connection.close()
    return answer


@pytest.mark.parametrize(
    ("path", "cookie", "lang"),
    [("/", "", "en"), ("/?lang=fr", "", "fr"), ("/courses", "lang=ar", "ar"), ("/courses?lang=en", "lang=ar", "en")],
)
def test_a_page_comes_in_the_language_that_is_named_or_was_chosen(path, cookie, lang):
    page = ask(path, headers={"Cookie": cookie})
    assert page.status == 200
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert f'<html lang="{lang}"' in page.text


def test_what_is_about_a_person_is_one_empty_page():
    assert "<h1" in ask("/").text
    assert "<h1" not in ask("/profile").text
    assert ask("/profile").text == ask("/settings").text


@pytest.mark.parametrize(("path", "lang"), [("/nothing", "en"), ("/no/such/page?lang=ar", "ar"), ("/404.html", "en")])
def test_what_is_not_found_says_so(path, lang):
    page = ask(path)
    assert page.status == 404
    assert f'<html lang="{lang}"' in page.text
    assert "x-amz-meta-status" not in page.headers


def test_assets_are_kept_for_a_year_and_pages_are_asked_for_anew():
    page = ask("/")
    assert page.headers["Cache-Control"] == "no-cache"
    assets = set(re.findall(r'"(/assets/[^"]+)"', page.text))
    assert {asset.rsplit(".")[-1] for asset in assets} >= {"js", "css"}
    for asset in assets:
        answer = ask(asset)
        assert answer.status == 200
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_an_asset_that_is_not_there_is_no_page():
    answer = ask("/assets/index-of-before.js")
    # The emulator does not ask whether the CDN may list; AWS then says 404.
    assert answer.status in (403, 404)
    assert "<html" not in answer.text


@pytest.mark.parametrize("path", ["/", "/nothing", "/robots.txt", "/assets/none.js"])
def test_whatever_comes_from_the_site_is_kept_to_it(path):
    headers = ask(path).headers
    policy = dict(directive.split(" ", 1) for directive in headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert re.fullmatch(r"'self' 'sha256-[\w+/]+='", policy["script-src"])
    assert policy["connect-src"] == f"'self' {STACK['aws']}"
    assert policy["frame-ancestors"] == "'none'"
    assert headers["Strict-Transport-Security"] == "max-age=63072000"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


def test_the_api_answers_below_api_in_the_language_that_is_named():
    answer = ask("/api/courses?lang=fr", headers={"Accept-Language": "ar"})
    assert answer.status == 200
    assert answer.headers["Content-Language"] == "fr"
    assert len(json.loads(answer.text)["data"]) > 0
    assert ask("/api/courses", headers={"Accept-Language": "ar"}).headers["Content-Language"] == "ar"


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [("GET", "/api/users/me", 401, "unauthorized"), ("POST", "/api/users/login", 400, "malformed_request")],
)
def test_what_the_api_refuses_stays_as_it_is(method, path, status, code):
    answer = ask(path, method, headers={"Content-Type": "application/json"}, body=None if method == "GET" else "{")
    assert answer.status == status
    assert json.loads(answer.text)["code"] == code
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"


def test_what_no_function_answers_is_no_page():
    answer = ask("/api/nothing")
    assert answer.status == 404
    assert "<html" not in answer.text


def test_a_deployment_finds_it_in_order():
    def answer(path: str) -> smoke.Answer:
        given = ask(path)
        return smoke.Answer(given.status, given.headers, given.text)

    assert smoke.faults(answer) == []


def test_a_deployment_says_what_is_not_in_order():
    faults = smoke.faults(lambda path: smoke.Answer(503, {}, ""))
    assert len(faults) == 6
    assert "The API's courses: 503 " in faults


def test_the_bucket_is_read_through_the_cdn_alone():
    aws = urlsplit(STACK["aws"])
    assert ask(f"/{STACK['buckets']['site']}/index.html", host=aws.netloc).status == 403

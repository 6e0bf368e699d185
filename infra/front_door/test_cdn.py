"""Site and API through the CloudFront distribution of infra/hosting.yaml, which the local AWS serves."""

import http.client
import json
import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from stack import publish
from stack.deployment import steps

STACK = json.loads(Path(os.environ["STACK_FILE"]).read_text())
CDN = urlsplit(STACK["cdn"])


def ask(
    path: str,
    method: str = "GET",
    host: str = CDN.netloc,
    headers: dict[str, Any] | None = None,
    body: str | None = None,
) -> steps.Response:
    """
    Sends a request to the CDN. The emulator recognizes it by the Host header: not every machine resolves that name.
    """
    connection = http.client.HTTPConnection("127.0.0.1", CDN.port, timeout=30)
    connection.request(method, path, body=body, headers={"Host": host, **(headers or {})})
    response = connection.getresponse()
    text = response.read().decode(errors="replace")
    connection.close()
    return steps.Response(response.status, response.headers, text)


@pytest.mark.parametrize(
    ("path", "cookie", "lang"),
    [
        ("/", "", "en"),
        ("/?lang=fr", "", "fr"),
        ("/courses", "__Host-lang=ar", "ar"),
        ("/courses?lang=en", "__Host-lang=ar", "en"),
    ],
)
def test_a_page_has_the_language_of_the_parameter_or_the_cookie(path: Any, cookie: str, lang: str) -> None:
    page = ask(path, headers={"Cookie": cookie})
    assert page.status == 200
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert f'<html lang="{lang}"' in page.text


@pytest.mark.parametrize(
    ("path", "cookie"),
    [
        ("/courses?lang=fr", "__Host-lang=fr; Path=/; Max-Age=31536000; SameSite=Lax; Secure"),
        ("/courses", None),
        ("/?lang=de", None),
    ],
)
def test_a_page_stores_the_language_of_its_url(path: str, cookie: str | None) -> None:
    assert ask(path).headers["Set-Cookie"] == cookie


def test_personal_screens_share_one_empty_page() -> None:
    assert "<h1" in ask("/").text
    assert "<h1" not in ask("/verify-email").text
    assert ask("/verify-email").text == ask("/check-email").text


def test_screens_for_signed_in_users_have_a_frame_in_the_language() -> None:
    page = ask("/profile?lang=ar")
    assert page.status == 200
    assert '<html lang="ar"' in page.text
    assert "<footer" in page.text


@pytest.mark.parametrize(("path", "lang"), [("/nothing", "en"), ("/no/such/page?lang=ar", "ar"), ("/404.html", "en")])
def test_a_missing_page_has_status_404_and_the_language(path: Any, lang: str) -> None:
    page = ask(path)
    assert page.status == 404
    assert f'<html lang="{lang}"' in page.text
    assert "x-amz-meta-status" not in page.headers


def test_assets_are_cached_for_a_year_and_pages_are_revalidated() -> None:
    page = ask("/")
    # The CDN keeps pages longer. Other shared caches must not: nobody can invalidate them.
    assert page.headers["Cache-Control"] == "public, max-age=0, must-revalidate"
    assets = set(re.findall(r'"(/assets/[^"]+)"', page.text))
    assert {asset.rsplit(".")[-1] for asset in assets} >= {"js", "css"}
    for asset in assets:
        response = ask(asset)
        assert response.status == 200
        assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_a_missing_asset_is_not_answered_with_a_page() -> None:
    response = ask("/assets/index-of-before.js")
    # AWS responds 404 because the CDN may list the bucket. The emulator does not check that permission.
    assert response.status in (403, 404)
    assert "<html" not in response.text


@pytest.mark.parametrize("path", ["/", "/courses?lang=ar", "/profile", "/verify-email", "/nothing?lang=fr"])
def test_the_policy_of_a_page_allows_its_own_script(path: str) -> None:
    page = ask(path)
    (source,) = publish.script_hashes(page.text)
    assert source in page.headers["Content-Security-Policy"]
    assert "x-amz-meta-scripts" not in page.headers


@pytest.mark.parametrize("path", ["/", "/nothing", "/robots.txt", "/assets/none.js"])
def test_every_response_of_the_site_has_security_headers(path: Any) -> None:
    headers = ask(path).headers
    policy = dict(directive.split(" ", 1) for directive in headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert re.fullmatch(r"'self'( 'sha256-[\w+/]+=')*", policy["script-src"])
    assert policy["connect-src"] == f"'self' {STACK['aws']}"
    assert policy["base-uri"] == "'none'"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["require-trusted-types-for"] == "'script'"
    assert policy["trusted-types"] == "worker"
    assert headers["Strict-Transport-Security"] == "max-age=63072000"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/courses", "/courses/project-management"])
def test_visitors_read_the_responses_of_the_api_as_files(path: str) -> None:
    published = ask(f"/catalogue/fr{path}?lang=fr", headers={"Accept-Language": "ar"})
    assert published.status == 200
    assert published.headers["Content-Type"] == "application/json; charset=utf-8"
    assert published.headers["Cache-Control"] == "public, max-age=60, stale-while-revalidate=60"
    assert published.headers["X-Content-Type-Options"] == "nosniff"
    # Other tests change places and enrolments meanwhile.
    published, current = (json.loads(response.text)["data"] for response in (published, ask(f"/api{path}?lang=fr")))
    assert names(published) == names(current)


def names(data: Any) -> list[str]:
    return [course["name"] for course in (data if isinstance(data, list) else [data])]


@pytest.mark.parametrize("path", ["/api/courses", "/api/courses/project-management"])
def test_the_api_responds_below_api_in_the_requested_language(path: str) -> None:
    response = ask(f"{path}?lang=fr", headers={"Accept-Language": "ar"})
    assert response.status == 200
    assert response.headers["Content-Language"] == "fr"
    assert len(json.loads(response.text)["data"]) > 0
    assert ask(path, headers={"Accept-Language": "ar"}).headers["Content-Language"] == "ar"


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/courses/alchemy", 404, "course_not_found"),
        ("GET", "/api/users/me", 401, "unauthorized"),
        ("POST", "/api/users/login", 400, "malformed_request"),
    ],
)
def test_error_responses_of_the_api_pass_the_cdn_unchanged(method: str, path: Any, status: Any, code: str) -> None:
    response = ask(path, method, headers={"Content-Type": "application/json"}, body=None if method == "GET" else "{")
    assert response.status == status
    assert json.loads(response.text)["code"] == code
    assert response.headers["Content-Security-Policy"] == "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"


@pytest.mark.parametrize(
    ("method", "site", "status", "code"),
    [
        ("POST", "cross-site", 403, "forbidden"),
        ("POST", "same-site", 403, "forbidden"),
        ("POST", "same-origin", 400, "malformed_request"),
        ("GET", "cross-site", 401, "unauthorized"),
    ],
)
def test_changes_that_other_sites_send_are_refused(method: str, site: str, status: int, code: str) -> None:
    headers = {"Content-Type": "text/plain", "Sec-Fetch-Site": site}
    path, body = ("/api/users/me", None) if method == "GET" else ("/api/users/login", "{")
    response = ask(path, method, headers=headers, body=body)
    assert (response.status, json.loads(response.text)["code"]) == (status, code)
    assert "Set-Cookie" not in response.headers


def test_prices_are_those_of_a_known_country() -> None:
    def prices(country: str) -> str:
        response = ask(f"/api/coursePrices?lang=en&country={country}")
        assert response.status == 200
        return response.text

    assert prices("Saudi%20Arabia") == prices("saudi+ARABIA") != prices("Atlantis")
    assert prices("Atlantis") == prices("")


@pytest.mark.parametrize("path", ["/api/nothing", "/api/services/a%2Fb/interest", "/%61pi/courses"])
def test_an_unknown_api_path_is_not_answered_with_a_page(path: str) -> None:
    response = ask(path)
    assert response.status == 404
    assert json.loads(response.text) == {"message": "Not Found"}


@pytest.mark.parametrize("code", ["%0A", "a%0A", "%0D", "%00", "%7F", "%E2%80%A8", "%FF", "%25", "%"])
def test_a_parameter_in_an_api_path_can_have_any_character(code: str) -> None:
    response = ask(f"/api/services/{code}/interest", "POST")
    assert (response.status, json.loads(response.text)["code"]) == (401, "unauthorized")


def test_an_encoded_slash_does_not_lead_to_the_api() -> None:
    page = ask("/api%2Fcourses")
    assert page.status == 404
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"


def test_the_smoke_test_passes() -> None:
    assert steps.smoke_test(ask) == []


def test_the_smoke_test_reports_each_error() -> None:
    faults = steps.smoke_test(lambda path: steps.Response(503, {}, ""))
    assert len(faults) == 6 + len(steps.PAGE_HEADERS)
    assert "The API's courses: 503 " in faults


def test_the_bucket_is_readable_only_through_the_cdn() -> None:
    aws = urlsplit(STACK["aws"])
    assert ask(f"/{STACK['buckets']['site']}/index.html", host=aws.netloc).status == 403

"""Rules for API Gateway, the CDN and the web ACL."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from platform_template import RESOURCES, ROUTES, TEMPLATE, role_prefix, statements
from stack import templates
from stack.instance import ROOT

DOCUMENT = yaml.safe_load((ROOT / "infra" / "openapi.yaml").read_text())
#: Also sent in requests, where other fields are ignored.
SENT_TOO = {"LegalVersions"}
OPERATIONS = {
    f"{method.upper()} {path}": operation
    for path, operations in DOCUMENT["paths"].items()
    for method, operation in operations.items()
}


def open_objects(schema: dict[str, Any], name: str) -> Iterator[str]:
    """The objects in a schema that may have undocumented fields, besides those of any fields, such as a map."""
    if reference := schema.get("$ref"):
        name = reference.split("/")[-1]
        schema = DOCUMENT["components"]["schemas"][name]
    if "properties" in schema and schema.get("additionalProperties") is not False and name not in SENT_TOO:
        yield name
    for field, inner in schema.get("properties", {}).items():
        yield from open_objects(inner, f"{name}.{field}")
    for inner in [*schema.get("oneOf", []), *schema.get("allOf", []), *schema.get("anyOf", [])]:
        yield from open_objects(inner, name)
    if "items" in schema:
        yield from open_objects(schema["items"], f"{name}[]")


def test_routes_match_the_openapi_document() -> None:
    assert set(ROUTES) == set(OPERATIONS)


@pytest.mark.parametrize("route", OPERATIONS)
def test_operations_for_users_can_check_and_refuse_tokens(route: str) -> None:
    operation = OPERATIONS[route]
    if operation.get("security") in ([{"bearer": []}], [{"bearer": [], "staffCookie": []}]):
        assert "401" in operation["responses"]
        secret = {"Fn::GetAtt": ["TokenVerificationSecret", "Id"]}
        reading = {"Effect": "Allow", "Action": ["secretsmanager:GetSecretValue"], "Resource": secret}
        assert reading in statements(ROUTES[route])
    # The 401 of a sign-in is about the credentials. A message may come from a visitor.
    elif route not in ("POST /users/login", "POST /users/passkey-login", "POST /contact"):
        assert "401" not in operation["responses"]


def test_responses_have_no_undocumented_fields() -> None:
    # The front-door tests compare each response with these schemas.
    contents = [
        content["schema"]
        for operation in OPERATIONS.values()
        for response in operation["responses"].values()
        for content in response.get("content", {}).values()
    ]
    assert len(contents) > len(ROUTES)
    assert {name for schema in contents for name in open_objects(schema, "a response")} == set()


def test_routes_have_the_methods_of_operations_only() -> None:
    # Neither TRACE, nor ANY, which includes it.
    assert {route.split(" ")[0] for route in ROUTES} == {"DELETE", "GET", "POST", "PUT"}


def test_the_api_allows_no_other_origin_by_default() -> None:
    assert TEMPLATE["Parameters"]["AllowedOrigins"]["Default"] == ""
    condition, _, otherwise = RESOURCES["Api"]["Properties"]["Body"]["x-amazon-apigateway-cors"]["Fn::If"]
    assert (condition, otherwise) == ("AllowsOrigins", {"Ref": "AWS::NoValue"})


def test_pages_of_allowed_origins_can_send_and_read_what_operations_need() -> None:
    # As SAM writes it, which is not always as it was given.
    cors = RESOURCES["Api"]["Properties"]["Body"]["x-amazon-apigateway-cors"]["Fn::If"][1]
    assert cors["allowOrigins"] == {"Fn::Split": [",", TEMPLATE["Parameters"]["AllowedOrigins"]["Default"]]}
    assert cors["allowCredentials"] is True
    given = [resolved(parameter) for one in OPERATIONS.values() for parameter in one.get("parameters", [])]
    sent = {parameter["name"].lower() for parameter in given if parameter["in"] == "header"}
    # In OpenAPI, these two are no parameters.
    assert set(cors["allowHeaders"]) == sent | {"authorization", "content-type"}
    assert set(cors["allowMethods"]) == {route.split(" ")[0] for route in ROUTES}
    responses = [resolved(response) for one in OPERATIONS.values() for response in one["responses"].values()]
    received = {name.lower() for response in responses for name in response.get("headers", {})}
    # Any response may have Retry-After. Scripts can read the others without permission, or cannot read them at all.
    assert set(cors["exposeHeaders"]) == received - {"cache-control", "content-language", "set-cookie"} | {
        "retry-after"
    }


def resolved(part: dict[str, Any]) -> dict[str, Any]:
    """A part of the document, or the component that it refers to."""
    if reference := part.get("$ref"):
        _, components, kind, name = reference.split("/")
        component: dict[str, Any] = DOCUMENT[components][kind][name]
        return component
    return part


@pytest.mark.parametrize(
    ("value", "fits"),
    [
        ("", True),
        ("https://app.example.org", True),
        ("http://localhost:3000,https://app.example.org", True),
        # With cookies, browsers accept no wildcard. An origin has no path, so this would be equal to none.
        ("*", False),
        ("https://app.example.org/", False),
        ("https://app.example.org,", False),
    ],
)
def test_allowed_origins_are_origins(value: str, fits: bool) -> None:
    pattern = TEMPLATE["Parameters"]["AllowedOrigins"]["AllowedPattern"]
    assert (re.fullmatch(pattern, value) is not None) == fits


def test_expensive_routes_have_lower_throttling_limits() -> None:
    stage = RESOURCES["ApiApiGatewayDefaultStage"]["Properties"]
    costly = {
        route
        for route, function in ROUTES.items()
        if RESOURCES[function]["Properties"]["MemorySize"] == 1769
        or "ses:SendEmail" in json.dumps(RESOURCES[f"{role_prefix(function)}Role"])
    }
    assert set(stage["RouteSettings"]) == costly
    limits = {
        "ThrottlingRateLimit": {"Ref": "CostlyRequestsPerSecond"},
        "ThrottlingBurstLimit": {"Ref": "CostlyRequestBurst"},
    }
    assert all(settings == limits for settings in stage["RouteSettings"].values())
    for lower, limit in (("CostlyRequestsPerSecond", "RequestsPerSecond"), ("CostlyRequestBurst", "RequestBurst")):
        assert TEMPLATE["Parameters"][lower]["Default"] < TEMPLATE["Parameters"][limit]["Default"]


def test_throttling_limits_are_those_of_a_company_and_not_of_its_attackers() -> None:
    # Each accepted request has a price (docs/scaling.md). A burst has room for a class that signs in at once.
    defaults = {name: parameter.get("Default") for name, parameter in TEMPLATE["Parameters"].items()}
    assert 20 <= defaults["RequestsPerSecond"] <= 50
    assert all(defaults[burst] >= 50 for burst in ("RequestBurst", "CostlyRequestBurst"))


def test_the_access_log_uses_the_vended_logs_prefix() -> None:
    assert RESOURCES["ApiLogGroup"]["Properties"]["LogGroupName"]["Fn::Sub"].startswith("/aws/vendedlogs/")


def test_access_log_lines_are_json_even_without_values() -> None:
    format_of_a_line = TEMPLATE["Resources"]["Api"]["Properties"]["AccessLogSettings"]["Format"]
    line = re.sub(r"\$context\.[\w.]+", "-", format_of_a_line)
    assert json.loads(line)["error"] == "-"


def test_the_reference_to_the_origin_secret_contains_its_version() -> None:
    # CloudFormation resolves a reference again only when it changes.
    hosting = templates.read("infra/hosting.yaml")
    (origin,) = (
        origin
        for origin in hosting["Resources"]["Distribution"]["Properties"]["DistributionConfig"]["Origins"]
        if "OriginCustomHeaders" in origin
    )
    (header,) = origin["OriginCustomHeaders"]
    _, of_a_version, current = header["HeaderValue"]["Fn::If"]
    assert of_a_version["Fn::Sub"] == current["Fn::Sub"].replace("}}", ":::${OriginSecretVersion}}}")
    assert RESOURCES["Hosting"]["Properties"]["Parameters"]["OriginSecretVersion"] == {"Ref": "OriginSecretVersion"}


class TestCdn:
    HOSTING = templates.read("infra/hosting.yaml")["Resources"]
    CONFIG = HOSTING["Distribution"]["Properties"]["DistributionConfig"]
    BEHAVIORS = (CONFIG["DefaultCacheBehavior"], *CONFIG["CacheBehaviors"])

    def test_accepts_tls_only(self) -> None:
        # The emulator has no TLS, so tests with a running stack do not check this.
        policies = {behavior.get("PathPattern"): behavior["ViewerProtocolPolicy"] for behavior in self.BEHAVIORS}
        assert policies == {
            None: "redirect-to-https",
            "/assets/*": "redirect-to-https",
            "/catalogue/*": "redirect-to-https",
            "/api/*": "https-only",
        }
        condition, with_certificate, _ = self.CONFIG["ViewerCertificate"]["Fn::If"]
        assert condition == "HasCertificate"
        assert with_certificate["MinimumProtocolVersion"] == "TLSv1.2_2021"
        origins = [origin["CustomOriginConfig"] for origin in self.CONFIG["Origins"] if "CustomOriginConfig" in origin]
        assert [(origin["OriginProtocolPolicy"], origin["OriginSSLProtocols"]) for origin in origins] == [
            ("https-only", ["TLSv1.2"])
        ]

    def test_forwards_the_cookies_and_headers_that_functions_read(self) -> None:
        # Functions get nothing else from a browser. Requests that bypass the CDN have everything.
        folders = [
            ROOT / "functions" / "src",
            *(ROOT / "shared" / crate / "src" for crate in ("api", "app", "auth", "passkeys")),
        ]
        sources = "".join(path.read_text() for folder in folders for path in folder.rglob("*.rs"))
        forwarded = self.HOSTING["ApiRequestPolicy"]["Properties"]["OriginRequestPolicyConfig"]
        assert set(re.findall(r'"(__Host-\w+)"', sources)) == set(forwarded["CookiesConfig"]["Cookies"])

        cached = self.HOSTING["ApiCachePolicy"]["Properties"]["CachePolicyConfig"]
        keys = cached["ParametersInCacheKeyAndForwardedToOrigin"]["HeadersConfig"]["Headers"]
        known = {name.lower() for name in [*forwarded["HeadersConfig"]["Headers"], *keys]}
        named = set(re.findall(r'HeaderName::from_static\("([\w-]+)"\)', sources))
        # The CDN adds this one itself.
        assert "x-origin-secret" in named
        assert known >= named - {"x-origin-secret"}
        standard = {"ACCEPT_LANGUAGE", "AUTHORIZATION", "CONTENT_TYPE", "IF_MATCH", "ORIGIN", "REFERER", "USER_AGENT"}
        read = standard & set(re.findall(r"\bheader::([A-Z_]+)", sources))
        assert known >= {name.lower().replace("_", "-") for name in read}

    def test_forwards_the_query_parameters_of_the_contract(self) -> None:
        described = [resolved(parameter) for one in OPERATIONS.values() for parameter in one.get("parameters", [])]
        named = {parameter["name"] for parameter in described if parameter["in"] == "query"}
        forwarded = self.HOSTING["ApiRequestPolicy"]["Properties"]["OriginRequestPolicyConfig"]
        cached = self.HOSTING["ApiCachePolicy"]["Properties"]["CachePolicyConfig"]
        known = [
            name
            for policy in (forwarded, cached["ParametersInCacheKeyAndForwardedToOrigin"])
            for name in policy["QueryStringsConfig"].get("QueryStrings", [])
        ]
        # The CDN drops others, which tests of the API without the CDN do not notice.
        assert named == set(known)

    def test_sends_security_headers_with_every_response(self) -> None:
        for behavior in self.BEHAVIORS:
            policy = self.HOSTING[behavior["ResponseHeadersPolicyId"]["Ref"]]["Properties"]
            headers = policy["ResponseHeadersPolicyConfig"]["SecurityHeadersConfig"]
            assert headers["StrictTransportSecurity"]["AccessControlMaxAgeSec"] >= 365 * 24 * 60 * 60
            # The hosts below the site's are the operator's to decide about. The list of browsers takes years to leave.
            assert headers["StrictTransportSecurity"]["IncludeSubdomains"] == {
                "Fn::If": ["HasHstsForSubdomains", True, False]
            }
            assert "Preload" not in headers["StrictTransportSecurity"]
            assert {"ContentSecurityPolicy", "ContentTypeOptions"} <= set(headers)
            # Plugins have no directive of their own: that of everything else is for them, too.
            content = json.dumps(headers["ContentSecurityPolicy"]["ContentSecurityPolicy"])
            for directive in ("default-src", "base-uri", "frame-ancestors"):
                assert f"{directive} 'none'" in content
            assert "object-src" not in content
            assert all(header["Override"] for header in headers.values())
            assert "CorsConfig" not in policy["ResponseHeadersPolicyConfig"]

    def test_hsts_is_for_the_host_of_the_site_unless_the_operator_adds_its_subdomains(self) -> None:
        assert TEMPLATE["Parameters"]["HstsScope"]["Default"] == "site"
        assert RESOURCES["Hosting"]["Properties"]["Parameters"]["HstsScope"] == {"Ref": "HstsScope"}
        conditions = templates.read("infra/hosting.yaml")["Conditions"]
        assert conditions["HasHstsForSubdomains"] == {"Fn::Equals": [{"Ref": "HstsScope"}, "subdomains"]}


class TestWebAcl:
    WAF = templates.read("infra/waf.yaml")
    EVERY_RULE = WAF["Resources"]["WebAcl"]["Properties"]["Rules"]
    RULES = {rule["Name"]: rule for rule in EVERY_RULE if "Fn::If" not in rule}
    #: The rules that exist when their condition is true, by that.
    CONDITIONAL = {rule["Fn::If"][0]: rule["Fn::If"] for rule in EVERY_RULE if "Fn::If" in rule}

    def test_counts_by_default_and_blocks_on_request(self) -> None:
        assert self.WAF["Parameters"]["Mode"]["Default"] == "count"
        for rule in self.RULES.values():
            condition, counting, refusing = (rule.get("Action") or rule["OverrideAction"])["Fn::If"]
            assert (condition, counting) == ("Counts", {"Count": {}})
            assert list(refusing) in (["Block"], ["None"])

    @pytest.mark.parametrize("version", ["Ipv4", "Ipv6"])
    def test_always_blocks_the_addresses_of_the_operator_if_there_are_any(self, version: str) -> None:
        parameter, condition = f"Blocked{version}Addresses", f"Blocks{version}"
        assert self.WAF["Parameters"][parameter]["Default"] == ""
        assert self.WAF["Conditions"][condition] == {
            "Fn::Not": [{"Fn::Equals": [{"Fn::Join": ["", {"Ref": parameter}]}, ""]}]
        }
        addresses = self.WAF["Resources"][f"Blocked{version}"]
        assert (addresses["Condition"], addresses["Properties"]) == (
            condition,
            {"Scope": "CLOUDFRONT", "IPAddressVersion": version.upper(), "Addresses": {"Ref": parameter}},
        )
        _, rule, otherwise = self.CONDITIONAL[condition]
        assert otherwise == {"Ref": "AWS::NoValue"}
        assert rule["Action"] == {"Block": {}}
        assert rule["Statement"] == {"IPSetReferenceStatement": {"Arn": {"Fn::GetAtt": [f"Blocked{version}", "Arn"]}}}

    def test_blocked_addresses_come_before_the_other_rules(self) -> None:
        blocking = [rule["Priority"] for _, rule, _ in self.CONDITIONAL.values()]
        others = [rule["Priority"] for rule in self.RULES.values()]
        assert len({*blocking, *others}) == len(self.EVERY_RULE), "priorities are unique"
        assert max(blocking) < min(others)

    def test_does_not_block_by_request_body(self) -> None:
        group = self.RULES["known-exploits"]["Statement"]["ManagedRuleGroupStatement"]
        counted = {
            override["Name"] for override in group["RuleActionOverrides"] if override["ActionToUse"] == {"Count": {}}
        }
        # The rules of the group that check bodies, according to its documentation.
        assert counted == {
            f"{rule}_BODY"
            for rule in ("SizeRestrictions", "EC2MetaDataSSRF", "GenericLFI", "GenericRFI", "CrossSiteScripting")
        }

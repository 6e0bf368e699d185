"""
Runs MiniStack with SES's suppression list and attachments, with CloudFront's way to match paths, and with two changes
that make the tests faster.
"""

import json
import re
import string
import time
from collections.abc import Awaitable, Callable
from socketserver import StreamRequestHandler
from typing import Any
from urllib.parse import unquote

from ministack import app
from ministack.services import cloudfront, ses, ses_v2

Headers = dict[str, Any]
Response = tuple[int, Headers, bytes]

#: The fields of a listed email.
FIELDS = (
    "MessageId",
    "Source",
    "To",
    "ReplyTo",
    "Subject",
    "BodyText",
    "BodyHtml",
    "Attachments",
    "Headers",
    "Timestamp",
    "Type",
)

list_every_email = app._handle_ses_messages_request
ministacks_ses: Callable[..., Awaitable[Response]] = ses_v2.handle_request
ministacks_cdn: Callable[..., Awaitable[Response]] = cloudfront.handle_viewer_request

SEND_PATH = "/v2/email/outbound-emails"
SUPPRESSION_PATH = "/v2/email/suppression/addresses"
#: Reason and time for each suppressed email address. Emails to it are accepted and listed nevertheless.
suppressed: dict[str, dict[str, Any]] = {}

#: The characters that mean the same with and without percent-encoding (RFC 3986, section 2.3).
UNRESERVED = frozenset(string.ascii_letters + string.digits + "-._~")


async def list_emails(method: str, path: str, headers: Headers, query: Headers) -> Response:
    """
    Lists the emails that were sent, with `?to=` only those to one recipient.

    The list grows with each test, and a test polls it until its email arrives.
    """
    if path != "/_ministack/ses/messages" or "to" not in query:
        every_email: Response = await list_every_email(method, path, headers, query)
        return every_email
    (recipient,) = query["to"]
    found: dict[str, list[Any]] = {}
    for (account, *_), sent in ses._sent_emails.to_dict().items():
        to_them = [
            {field: mail[field] for field in FIELDS if field in mail}
            for mail in sent
            if recipient in mail.get("To", [])
        ]
        found.setdefault(account, []).extend(to_them)
    return 200, {"Content-Type": "application/json"}, json.dumps({"messages": found}).encode()


def keep_the_rest(request: dict[str, Any], response: Response) -> None:
    """Adds to an email what MiniStack has listed it without: attachments, headers, where replies go."""
    status, _, body = response
    message = request.get("Content", {}).get("Simple", {})
    rest = {part: message[part] for part in ("Attachments", "Headers") if message.get(part)}
    if "ReplyToAddresses" in request:
        rest["ReplyTo"] = request["ReplyToAddresses"]
    if status == 200 and rest:
        id_ = json.loads(body)["MessageId"]
        next(mail for mail in reversed(ses._sent_emails_list()) if mail["MessageId"] == id_).update(rest)


async def handle_ses(method: str, path: str, headers: Headers, body: bytes, query: Headers) -> Response:
    """Handles a request to SES, including those that add an address to the suppression list, get it and delete it."""
    if (method, path) == ("POST", SEND_PATH):
        response = await ministacks_ses(method, path, headers, body, query)
        keep_the_rest(json.loads(body), response)
        return response
    address = unquote(path.removeprefix(SUPPRESSION_PATH).strip("/"))
    request = json.loads(body) if method == "PUT" and path == SUPPRESSION_PATH else {}
    if request:
        suppressed[request["EmailAddress"]] = request | {"LastUpdateTime": time.time()}
    elif not path.startswith(f"{SUPPRESSION_PATH}/") or address not in suppressed:
        # MiniStack responds with NotFoundException, as AWS does for a missing address.
        return await ministacks_ses(method, path, headers, body, query)
    elif method == "GET":
        found = {"SuppressedDestination": suppressed[address]}
        return 200, {"Content-Type": "application/json"}, json.dumps(found).encode()
    elif method == "DELETE":
        del suppressed[address]
    return 200, {"Content-Type": "application/json"}, b"{}"


def normalize(path: str) -> str:
    """
    The path that CloudFront compares with path patterns: it decodes unreserved characters only.

    Dot segments and repeated slashes, which CloudFront removes, stay: clients send none.
    """

    def normalize_code(code: re.Match[str]) -> str:
        character = unquote(code[0])
        return character if character in UNRESERVED else code[0].upper()

    return re.sub("%[0-9A-Fa-f]{2}", normalize_code, path)


async def handle_viewer_request(
    distribution: dict[str, Any], method: str, _decoded_path: str, path: str, *rest: Any
) -> Response:
    """
    Handles a request to the CDN.

    MiniStack compares the decoded path with path patterns, and their `*` matches no line break. A path with `%0A` would
    miss `/api/*`, and one with `%2F` would match it.
    """
    return await ministacks_cdn(distribution, method, normalize(path), path, *rest)


if __name__ == "__main__":
    # The emulator's Runtime API writes head and body of a response separately. With Nagle's algorithm, the body waits
    # for the acknowledgement of the head, which the client delays by 40 ms in every invocation.
    StreamRequestHandler.disable_nagle_algorithm = True
    app._handle_ses_messages_request = list_emails
    ses_v2.handle_request = handle_ses
    cloudfront.handle_viewer_request = handle_viewer_request
    app.main()

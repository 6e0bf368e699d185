"""Runs MiniStack with a suppression list for SES, and with two changes that make the tests minutes faster."""

import json
import time
from socketserver import StreamRequestHandler
from typing import Any
from urllib.parse import unquote

from ministack import app
from ministack.services import ses, ses_v2

Headers = dict[str, Any]
Response = tuple[int, Headers, bytes]

#: The fields of a listed email.
FIELDS = ("MessageId", "Source", "To", "Subject", "BodyText", "BodyHtml", "Timestamp", "Type")

list_every_email = app._handle_ses_messages_request
ses_without_suppression_list = ses_v2.handle_request

SUPPRESSION_PATH = "/v2/email/suppression/addresses"
#: Reason and time for each suppressed email address. Emails to it are accepted and listed nevertheless.
suppressed: dict[str, dict[str, Any]] = {}


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
        to_them = [{field: mail.get(field) for field in FIELDS} for mail in sent if recipient in mail.get("To", [])]
        found.setdefault(account, []).extend(to_them)
    return 200, {"Content-Type": "application/json"}, json.dumps({"messages": found}).encode()


async def handle_ses(method: str, path: str, headers: Headers, body: bytes, query: Headers) -> Response:
    """Handles a request to SES, including those that add an address to the suppression list, get it and delete it."""
    address = unquote(path.removeprefix(SUPPRESSION_PATH).strip("/"))
    request = json.loads(body) if method == "PUT" and path == SUPPRESSION_PATH else {}
    if request:
        suppressed[request["EmailAddress"]] = request | {"LastUpdateTime": time.time()}
    elif not path.startswith(f"{SUPPRESSION_PATH}/") or address not in suppressed:
        # MiniStack responds with NotFoundException, as AWS does for a missing address.
        response: Response = await ses_without_suppression_list(method, path, headers, body, query)
        return response
    elif method == "GET":
        found = {"SuppressedDestination": suppressed[address]}
        return 200, {"Content-Type": "application/json"}, json.dumps(found).encode()
    elif method == "DELETE":
        del suppressed[address]
    return 200, {"Content-Type": "application/json"}, b"{}"


if __name__ == "__main__":
    # The emulator's Runtime API writes head and body of a response separately. With Nagle's algorithm, the body waits
    # for the acknowledgement of the head, which the client delays by 40 ms in every invocation.
    StreamRequestHandler.disable_nagle_algorithm = True
    app._handle_ses_messages_request = list_emails
    ses_v2.handle_request = handle_ses
    app.main()

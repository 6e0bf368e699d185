"""Runs MiniStack, with two changes without which a thousand tests take minutes longer, and SES's suppression list, which it lacks."""

import json
import time
from socketserver import StreamRequestHandler
from urllib.parse import unquote

from ministack import app
from ministack.services import ses, ses_v2

#: What is said of a mail.
FIELDS = ("MessageId", "Source", "To", "Subject", "BodyText", "BodyHtml", "Timestamp", "Type")

every_mail = app._handle_ses_messages_request
ses_as_it_is = ses_v2.handle_request

SUPPRESSED = "/v2/email/suppression/addresses"
#: Why and since when an address is on SES's suppression list. Nothing else is different for an address here: mails to it are taken and shown.
suppressed: dict[str, dict] = {}


async def mails(method: str, path: str, headers: dict, query: dict):
    """
    MiniStack's list of the mails that were sent, and of those to one recipient: `?to=`. The whole list grows with each test, and a
    test asks for it until its mail is there.
    """
    if path != "/_ministack/ses/messages" or "to" not in query:
        return await every_mail(method, path, headers, query)
    (recipient,) = query["to"]
    found = {}
    for (account, *_), sent in ses._sent_emails.to_dict().items():
        to_them = [{field: mail.get(field) for field in FIELDS} for mail in sent if recipient in mail.get("To", [])]
        found.setdefault(account, []).extend(to_them)
    return 200, {"Content-Type": "application/json"}, json.dumps({"messages": found}).encode()


async def suppression_list(method: str, path: str, headers: dict, body: bytes, query: dict) -> tuple[int, dict, bytes]:
    """SES with the calls that put an address on its suppression list, look for one, and take one off."""
    address = unquote(path.removeprefix(SUPPRESSED).strip("/"))
    asked = json.loads(body) if method == "PUT" and path == SUPPRESSED else {}
    if asked:
        suppressed[asked["EmailAddress"]] = asked | {"LastUpdateTime": time.time()}
    elif not path.startswith(f"{SUPPRESSED}/") or address not in suppressed:
        # Of an address that is not there, MiniStack says so too.
        return await ses_as_it_is(method, path, headers, body, query)
    elif method == "GET":
        return (
            200,
            {"Content-Type": "application/json"},
            json.dumps({"SuppressedDestination": suppressed[address]}).encode(),
        )
    elif method == "DELETE":
        del suppressed[address]
    return 200, {"Content-Type": "application/json"}, b"{}"


if __name__ == "__main__":
    # Its Runtime API writes a response's head and its body one after the other. With Nagle's algorithm on, the body waits for the
    # head's acknowledgement, which the client delays: 40 ms in every invocation.
    StreamRequestHandler.disable_nagle_algorithm = True
    app._handle_ses_messages_request = mails
    ses_v2.handle_request = suppression_list
    app.main()

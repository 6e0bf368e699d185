"""A stand-in for a function that is not built yet. It gets requests from Lambda's Runtime API, and returns 503."""

import json
import os
from http.client import HTTPConnection

RETRY_AFTER_SECONDS = 5
BODY = {
    "success": False,
    "code": "function_not_built",
    "message": (
        "This function is still being compiled. scripts/dev deploys it as soon as it is built: try again in a minute."
    ),
}
RESPONSE = {
    "statusCode": 503,
    "headers": {
        "content-type": "application/json",
        "cache-control": "no-store",
        "retry-after": str(RETRY_AFTER_SECONDS),
    },
    "body": json.dumps(BODY),
}


def serve(runtime_api: str) -> None:
    """Responds to invocations until the Runtime API returns an error."""
    connection = HTTPConnection(runtime_api)
    while True:
        connection.request("GET", "/2018-06-01/runtime/invocation/next")
        invocation = connection.getresponse()
        invocation.read()
        if invocation.status != 200:
            return
        request_id = invocation.headers["Lambda-Runtime-Aws-Request-Id"]
        connection.request("POST", f"/2018-06-01/runtime/invocation/{request_id}/response", json.dumps(RESPONSE))
        connection.getresponse().read()


if __name__ == "__main__":
    serve(os.environ["AWS_LAMBDA_RUNTIME_API"])

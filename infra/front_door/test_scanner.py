"""ClamAV as the scanner of `FileScan=external`: events go through EventBridge to the deployed function."""

import json
import os
import subprocess
import time
import uuid
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from stack import cloudformation
from stack.instance import Instance
from stack.local_clients import LocalClients

INSTANCE = Instance.described(Path(os.environ["STACK_FILE"]))
STACK = json.loads(INSTANCE.description.read_text())
CLOUD = LocalClients(INSTANCE, STACK["credentials"])
BUCKET = STACK["buckets"]["files"]
#: The test file of scanners (EICAR), in two parts, so that no scanner takes this file for it.
TEST_FILE = rb"X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR" + b"-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"
CLEAN_FILE = b"%PDF-1.7"


@pytest.fixture(scope="module", autouse=True)
def rule() -> Iterator[None]:
    """The rule of the stack, which is off because the stack does not scan files."""
    resources = cloudformation.physical_ids(CLOUD, STACK["stack"])
    (name,) = (physical for logical, physical in resources.items() if logical == "OperatorRecordScanFunctionScanned")
    CLOUD("events").enable_rule(Name=name)
    yield
    CLOUD("events").disable_rule(Name=name)


@pytest.fixture(scope="module")
def signatures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the test file only: the databases of ClamAV are 300 MB, and change every day."""
    path = tmp_path_factory.mktemp("signatures") / "test.hsb"
    path.write_text(f"{sha256(TEST_FILE).hexdigest()}:{len(TEST_FILE)}:Test-File\n")
    return path


def upload(content: bytes) -> str:
    """The key of a document. The API refuses the test file, which is no document, so this writes record and object."""
    file = uuid.uuid4().hex
    record = {"fileId": file, "kind": "document", "name": "cv.pdf", "contentType": "application/pdf"}
    item = {name: {"S": value} for name, value in record.items()}
    item |= {"size": {"N": str(len(content))}, "createdAt": {"S": "2026-01-02T03:04:05Z"}}
    CLOUD("dynamodb").put_item(TableName=STACK["tables"]["files"], Item=item)
    CLOUD("s3").put_object(Bucket=BUCKET, Key=f"document/{file}", Body=content)
    return f"document/{file}"


def scan(key: str, signatures: Path, folder: Path) -> None:
    """What the scanner does for a new object: it downloads the current version, scans it, and reports the result."""
    found = CLOUD("s3").get_object(Bucket=BUCKET, Key=key)
    path = folder / "object"
    path.write_bytes(found["Body"].read())
    run = subprocess.run(["clamscan", "--no-summary", "--database", signatures, path], capture_output=True, text=True)
    status = {0: "NO_THREATS_FOUND", 1: "THREATS_FOUND"}.get(run.returncode, "FAILED")
    detail = {
        "s3ObjectDetails": {"bucketName": BUCKET, "objectKey": key, "versionId": found["VersionId"]},
        "scanResultDetails": {"scanResultStatus": status},
    }
    event = {"Source": f"{STACK['stack']}.file-scanner", "DetailType": "File Scan Result", "Detail": json.dumps(detail)}
    assert CLOUD("events").put_events(Entries=[event])["FailedEntryCount"] == 0


def recorded(key: str) -> Any:
    """The verdict and the version in the record, as soon as there are any."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        file = {"fileId": {"S": key.split("/")[1]}}
        item = CLOUD("dynamodb").get_item(TableName=STACK["tables"]["files"], Key=file, ConsistentRead=True)["Item"]
        if "scan" in item:
            return item["scan"]["M"]["verdict"]["S"], item["scan"]["M"]["version"]["S"]
        time.sleep(0.1)
    raise AssertionError(f"no verdict of {key}")


def test_clamav_clears_a_document_and_its_version(signatures: Path, tmp_path: Path) -> None:
    key = upload(CLEAN_FILE)
    scan(key, signatures, tmp_path)
    version = CLOUD("s3").head_object(Bucket=BUCKET, Key=key)["VersionId"]
    assert recorded(key) == ("clean", version)


def test_clamav_finds_its_test_file_which_is_deleted(signatures: Path, tmp_path: Path) -> None:
    key = upload(TEST_FILE)
    scan(key, signatures, tmp_path)
    assert recorded(key)[0] == "infected"
    deadline = time.monotonic() + 30
    while CLOUD("s3").list_objects_v2(Bucket=BUCKET, Prefix=key)["KeyCount"]:
        assert time.monotonic() < deadline, "the object of an infected file is deleted"
        time.sleep(0.1)

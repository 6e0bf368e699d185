"""Clients of the local AWS, and the developer's key."""

import json
from collections.abc import Mapping
from typing import Any

import boto3
from botocore.config import Config

from .instance import REGION, Instance

USER = "developer"
POLICY = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]}
#: The emulator does not check signatures of its root key, so only the creation of the developer's key uses it.
ROOT_KEY = {"accessKeyId": "test", "secretAccessKey": "test"}

#: A boto3 client. Their classes are generated at run time, so a type checker does not know their methods.
Client = Any


class LocalClients:
    def __init__(self, instance: Instance, credentials: Mapping[str, str], region: str = REGION):
        self.credentials = dict(credentials)
        self._session = boto3.Session(
            aws_access_key_id=credentials["accessKeyId"],
            aws_secret_access_key=credentials["secretAccessKey"],
            region_name=region,
        )
        self._endpoint = instance.aws

    def __call__(self, service: str) -> Client:
        config = Config(retries={"max_attempts": 2}, s3={"addressing_style": "path"})
        return self._session.client(service, endpoint_url=self._endpoint, config=config)


def create_developer_key(instance: Instance) -> dict[str, str]:
    """Creates a key of the developer's user, and deletes the keys that the user had before."""
    iam = LocalClients(instance, ROOT_KEY)("iam")
    try:
        iam.create_user(UserName=USER)
    except iam.exceptions.EntityAlreadyExistsException:
        for key in iam.list_access_keys(UserName=USER)["AccessKeyMetadata"]:
            iam.delete_access_key(UserName=USER, AccessKeyId=key["AccessKeyId"])
    iam.put_user_policy(UserName=USER, PolicyName="developer", PolicyDocument=json.dumps(POLICY))
    key = iam.create_access_key(UserName=USER)["AccessKey"]
    return {"accessKeyId": key["AccessKeyId"], "secretAccessKey": key["SecretAccessKey"]}

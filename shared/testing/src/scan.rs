//! Events about scans of files.

use serde_json::json;

use crate::{Stack, TestRequest};

/// The event of `GuardDuty` for a version of an object in the files bucket, with all its fields. `status` is the result of the scan, such as
/// `NO_THREATS_FOUND`.
#[must_use]
pub fn scan_event(stack: &Stack, key: &str, version: &str, status: &str) -> TestRequest {
    let threats = (status == "THREATS_FOUND").then(|| json!([{"name": "EICAR-Test-File"}]));
    TestRequest::job(&json!({
        "version": "0",
        "id": "72c7d362-737a-6dce-fc78-9e27a0171419",
        "detail-type": "GuardDuty Malware Protection Object Scan Result",
        "source": "aws.guardduty",
        "account": "111122223333",
        "time": "2026-01-02T03:04:05Z",
        "region": "eu-west-3",
        "resources": ["arn:aws:guardduty:eu-west-3:111122223333:malware-protection-plan/b4c7f464ab3a4EXAMPLE"],
        "detail": {
            "schemaVersion": "1.0",
            "scanStatus": "COMPLETED",
            "resourceType": "S3_OBJECT",
            "s3ObjectDetails": {
                "bucketName": stack.buckets["files"],
                "objectKey": key,
                "eTag": "ASIAI44QH8DHBEXAMPLE",
                "versionId": version,
                "s3Throttled": false,
            },
            "scanResultDetails": {"scanResultStatus": status, "threats": threats},
        },
    }))
}

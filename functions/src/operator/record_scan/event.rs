//! The event with the result of a scan, in the format of `GuardDuty Malware Protection Object Scan Result`. Other scanners report the same
//! format (docs/operations/scanning.md). Fields that nobody reads are left out.

use domain::{FileId, FileKind, ScanVerdict};
use serde::Deserialize;

#[derive(Deserialize)]
pub struct ScanEnded {
    detail: Detail,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Detail {
    s3_object_details: ScannedObject,
    scan_result_details: Outcome,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ScannedObject {
    object_key: String,
    version_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Outcome {
    scan_result_status: String,
}

impl ScanEnded {
    /// The file whose object was scanned. None for an object that is not the content of a scanned file.
    pub(crate) fn file(&self) -> Option<(FileKind, FileId)> {
        let (kind, id) = self.detail.s3_object_details.object_key.split_once('/')?;
        let kind = kind.parse().ok().filter(|kind: &FileKind| kind.is_scanned())?;
        Some((kind, id.parse().ok()?))
    }

    pub(crate) fn version(&self) -> &str {
        &self.detail.s3_object_details.version_id
    }

    /// What the scan found. A status that says neither is a failure of the scanner: `UNSUPPORTED`, `ACCESS_DENIED`, `FAILED`, or a new one.
    pub(crate) fn verdict(&self) -> ScanVerdict {
        match self.detail.scan_result_details.scan_result_status.as_str() {
            "NO_THREATS_FOUND" => ScanVerdict::Clean,
            "THREATS_FOUND" => ScanVerdict::Infected,
            _ => ScanVerdict::Failed,
        }
    }
}

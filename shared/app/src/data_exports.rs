//! Exports of a user's data, as the API returns them, and as the function that makes the archives gets them.

use domain::{DataExportId, UserId};
use jiff::Timestamp;
use platform::clock::{self, TimeError};
use serde::{Deserialize, Serialize};
use store::users::{DataExport, DataExportState};

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DataExportView {
    state: DataExportState,
    requested_at: Timestamp,
    expires_at: Timestamp,
}

/// What the function that makes archives is invoked with.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MakeExportEvent {
    pub user_id: UserId,
    /// The export. An export that has replaced it is another event.
    pub export_id: DataExportId,
}

impl DataExportView {
    pub fn new(export: &DataExport) -> Result<Self, TimeError> {
        Ok(Self {
            state: export.state,
            requested_at: clock::timestamp(export.requested_at)?,
            expires_at: clock::timestamp(export.expires_at)?,
        })
    }
}

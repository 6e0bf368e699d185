//! Exports of a user's data: the attribute `dataExport` in the item of a user, which has the last one that the user asked for.
//!
//! A user has one archive at most, so a new export replaces the one before. The attribute is deleted with the user's item, so the condition
//! of a function that finishes an archive later fails.

use std::time::Duration;

use domain::{DataExportId, UserId};
use platform::clock;
use serde::{Deserialize, Serialize};

use super::{User, UsersTable, user_item_key};
use crate::{
    StoreError,
    table::{number, text},
};

/// How long an archive can be downloaded. The lifecycle rule of the bucket in `template.yaml` has the same number of days, which
/// `infra/rules/test_storage.py` checks.
pub const ARCHIVE_PERIOD: Duration = Duration::from_hours(24);
/// The time limit for making an archive: longer than all attempts of Lambda (`infra/rules/test_jobs.py`). Then the export has failed.
pub const MAKING_PERIOD: Duration = Duration::from_mins(20);

/// An export. Times are in seconds since the epoch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DataExport {
    /// Distinguishes it from an export that replaced it.
    pub export_id: DataExportId,
    pub state: DataExportState,
    pub requested_at: u64,
    /// When the state expires: a ready archive is deleted, an unfinished one has failed, and a failure is no longer shown.
    pub expires_at: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DataExportState {
    Making,
    Ready,
    /// The archive could not be made.
    Failed,
}

impl DataExport {
    /// An export that a user asks for now.
    pub fn now() -> Self {
        let now = clock::seconds();
        Self {
            export_id: DataExportId::random(),
            state: DataExportState::Making,
            requested_at: now,
            expires_at: now + MAKING_PERIOD.as_secs(),
        }
    }
}

impl User {
    /// The last export. None when there was none, and when it has expired.
    pub fn current_data_export(&self, now: u64) -> Option<DataExport> {
        let export = self.data_export.clone()?;
        if now < export.expires_at {
            return Some(export);
        }
        let forgotten_at = export.requested_at + ARCHIVE_PERIOD.as_secs();
        (export.state == DataExportState::Making && now < forgotten_at).then_some(DataExport {
            state: DataExportState::Failed,
            expires_at: forgotten_at,
            ..export
        })
    }
}

impl UsersTable {
    /// Writes a new export over the one that was read. Returns the user after that, whose export may be the one of another request at
    /// the same time. None when the user was deleted.
    pub async fn begin_data_export(&self, read: &User, export: &DataExport) -> Result<Option<User>, StoreError> {
        let update = self
            .table
            .update(user_item_key(&read.user_id))
            .update_expression("SET dataExport = :export")
            .expression_attribute_values(":export", self.table.attribute(export, "export")?);
        let update = match &read.data_export {
            None => update.condition_expression("attribute_exists(pk) AND attribute_not_exists(dataExport)"),
            Some(before) => update
                .condition_expression("dataExport.exportId = :before")
                .expression_attribute_values(":before", text(before.export_id.as_str())),
        };
        if self.table.write_if(update).await?.is_some() {
            return Ok(Some(User {
                data_export: Some(export.clone()),
                ..read.clone()
            }));
        }
        // Another request was first. Or the SDK has retried a write whose response was lost, and the first attempt was this one.
        self.find(&read.user_id).await
    }

    /// Marks the archive of an export as ready. False when the user has another export or was deleted. It can be repeated.
    pub async fn finish_data_export(&self, id: &UserId, export: &DataExportId) -> Result<bool, StoreError> {
        let expires_at = clock::seconds() + ARCHIVE_PERIOD.as_secs();
        let update = self
            .table
            .update(user_item_key(id))
            .update_expression("SET dataExport.#state = :ready, dataExport.expiresAt = :end")
            .condition_expression("dataExport.exportId = :id")
            .expression_attribute_names("#state", "state")
            .expression_attribute_values(":ready", self.table.attribute(&DataExportState::Ready, "export")?)
            .expression_attribute_values(":end", number(expires_at))
            .expression_attribute_values(":id", text(export.as_str()));
        Ok(self.table.write_if(update).await?.is_some())
    }

    /// Marks an export as failed, unless it is ready or was replaced. A later attempt may still finish it.
    pub async fn fail_data_export(&self, id: &UserId, export: &DataExport) -> Result<(), StoreError> {
        let forgotten_at = export.requested_at + ARCHIVE_PERIOD.as_secs();
        let update = self
            .table
            .update(user_item_key(id))
            .update_expression("SET dataExport.#state = :failed, dataExport.expiresAt = :end")
            .condition_expression("dataExport.exportId = :id AND dataExport.#state = :making")
            .expression_attribute_names("#state", "state")
            .expression_attribute_values(":failed", self.table.attribute(&DataExportState::Failed, "export")?)
            .expression_attribute_values(":making", self.table.attribute(&DataExportState::Making, "export")?)
            .expression_attribute_values(":end", number(forgotten_at))
            .expression_attribute_values(":id", text(export.export_id.as_str()));
        self.table.write_if(update).await?;
        Ok(())
    }
}

//! Makes the archive of an export, and reports it to the user by email.
//!
//! Lambda invokes this function asynchronously, and again when it fails. So the same event may arrive twice, also after the export was
//! replaced or its user was deleted.

use api::{ApiError, ApiResult, ErrorCode};
use app::{data_exports::MakeExportEvent, jobs::Job, wired};
use domain::DataExportId;
use export::{ArchiveError, Destination, Tables, UserData, write_archive};
use files::{ArchiveUpload, ObjectError, ObjectStore};
use mail::{MailTemplate, Mailer};
use platform::deadline;
use store::users::{DataExportState, User, UsersTable};
use tracing::warn;

wired! {
    pub struct MakeExport(wiring) {
        users: UsersTable = wiring.users()?,
        tables: Tables = wiring.export_tables()?,
        objects: ObjectStore = wiring.objects()?,
        mailer: Mailer = wiring.mailer()?,
    }
}

struct ToBucket<'a>(ArchiveUpload<'a>);

impl Destination for ToBucket<'_> {
    type Error = ObjectError;

    async fn write(&mut self, bytes: Vec<u8>) -> Result<(), ObjectError> {
        self.0.write(bytes).await
    }
}

impl Job for MakeExport {
    type Event = MakeExportEvent;

    async fn run(&self, event: MakeExportEvent) -> ApiResult<()> {
        let MakeExportEvent { user_id, export_id } = event;
        let Some(user) = self.users.find(&user_id).await? else {
            // An attempt before this one may have written it after the deletion.
            return Ok(self.objects.delete_archive(&user_id).await?);
        };
        let export = user.data_export.clone().filter(|export| export.export_id == export_id);
        let Some(export) = export.filter(|export| export.state != DataExportState::Ready) else {
            return Ok(());
        };
        let made = deadline::leave_time_to_undo(self.make(&user, &export_id)).await;
        let made = made.unwrap_or_else(|late| Err(late.into()));
        if made.is_err() {
            // The user sees it now. The next attempt may still succeed.
            if let Err(cause) = self.users.fail_data_export(&user_id, &export).await {
                warn!(%cause, "failure of an export not written");
            }
        }
        made
    }
}

impl MakeExport {
    async fn make(&self, user: &User, export_id: &DataExportId) -> ApiResult<()> {
        let data = UserData::read(&self.tables, user).await?;
        let mut destination = ToBucket(self.objects.start_archive(&user.user_id).await?);
        let missing = Box::pin(write_archive(&data, &self.objects, &mut destination)).await;
        let missing = missing.map_err(into_api_error)?;
        if !missing.is_empty() {
            warn!(subject = %user.user_id, "objects missing in an export");
        }
        destination.0.complete().await?;
        if self.users.finish_data_export(&user.user_id, export_id).await? {
            self.mailer.send(user, &MailTemplate::ExportReady).await;
        } else if self.users.find(&user.user_id).await?.is_none() {
            // The user was deleted meanwhile. Otherwise a later export has replaced this one, and writes over it.
            self.objects.delete_archive(&user.user_id).await?;
        }
        Ok(())
    }
}

fn into_api_error(error: ArchiveError<ObjectError>) -> ApiError {
    match error {
        ArchiveError::Files(error) | ArchiveError::Destination(error) => error.into(),
        ArchiveError::Format(error) => ApiError::caused_by(ErrorCode::InternalError, error),
    }
}

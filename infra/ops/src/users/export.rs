//! Exports all data of a user to a zip file. The content is that of `POST /users/me/export` (`export::UserData`).

use std::{
    fmt::{self, Display},
    path::PathBuf,
};

use export::{ArchiveError, Tables, UserData};
use serde::Serialize;
use store::{audit::Action, files::FilesTable, users::User};

use super::archive_file::ArchiveFile;
use crate::{
    output::Failure,
    stack::{Stack, StackError},
};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Exported {
    dry_run: bool,
    to: PathBuf,
    files: Vec<String>,
    /// Files whose objects no longer exist.
    missing: Vec<String>,
}

/// Creates the file. The audit record is written before, since the file has personal data.
pub(super) async fn export(stack: &Stack, user: &User, to: PathBuf, dry_run: bool) -> Result<Exported, Failure> {
    let tables = Tables {
        payments: stack.payments(),
        place_requests: stack.place_requests(),
        files: stack.table(FilesTable::new, "files"),
        audit: stack.audit(),
    };
    let data = UserData::read(&tables, user).await?;
    let mut exported = Exported {
        dry_run,
        to,
        files: data.paths().map(str::to_owned).collect(),
        missing: Vec::new(),
    };
    if !dry_run {
        let objects = stack.wiring().await?.objects()?;
        let mut archive = ArchiveFile::create(&exported.to)?;
        stack
            .write_audit_record(Some(&user.user_id), Action::UserExport)
            .await?;
        let written = Box::pin(export::write_archive(&data, &objects, &mut archive)).await;
        exported.missing = written.map_err(|error| match error {
            ArchiveError::Files(error) => StackError::from(error).into(),
            ArchiveError::Destination(error) => error,
            ArchiveError::Format(error) => archive.failed(&error),
        })?;
        archive.finish()?;
    }
    Ok(exported)
}

impl Display for Exported {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to = self.to.display();
        if self.dry_run {
            write!(formatter, "Dry run: {to} would contain:")?;
        } else {
            write!(
                formatter,
                "Created {to}. It has personal data: delete it after you sent it to the user. It contains:"
            )?;
        }
        write!(formatter, "\n  data.json\n  readme.txt")?;
        for file in self.files.iter().filter(|file| !self.missing.contains(file)) {
            write!(formatter, "\n  {file}")?;
        }
        for file in &self.missing {
            write!(formatter, "\n  not {file}: its object is missing")?;
        }
        Ok(())
    }
}

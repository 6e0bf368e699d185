//! Records the result of a scan for malware in the record of the file, and deletes the object of an infected file.
//!
//! `EventBridge` invokes this function asynchronously for each result, and Lambda again when it fails. So an event may arrive twice, late, or
//! before the record of a video: that record is written after the object. The record keeps the strongest verdict, whatever the order.

pub mod event;

use api::{ApiResult, ErrorCode};
use app::{Wired, Wiring, jobs::Job};
use domain::{FileId, FileKind, ScanVerdict};
use files::FileService;
use platform::{
    clock,
    config::ConfigError,
    metrics::{Event, Metrics},
};
use store::files::ScanResult;
use tracing::warn;

use event::ScanEnded;

pub struct RecordScan {
    files: FileService,
    metrics: Metrics,
}

impl Wired for RecordScan {
    fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            files: wiring.files()?,
            metrics: wiring.metrics()?,
        })
    }
}

impl Job for RecordScan {
    type Event = ScanEnded;

    async fn run(&self, event: ScanEnded) -> ApiResult<()> {
        let Some((kind, id)) = event.file() else {
            warn!("scan of an object that is not a file");
            return Ok(());
        };
        let scan = ScanResult {
            verdict: event.verdict(),
            version: event.version().to_owned(),
            at: clock::now(),
        };
        let recorded = self.record(kind, &id, &scan).await;
        match scan.verdict {
            ScanVerdict::Clean => {}
            ScanVerdict::Failed => warn!(file = %id, "file not scanned"),
            // Whether or not there is a record: that of a video may never be written.
            ScanVerdict::Infected => {
                self.files.objects.delete(kind, &id).await?;
                warn!(file = %id, "infected file deleted");
                self.metrics.count(Event::FileInfected);
            }
        }
        recorded
    }
}

impl RecordScan {
    /// Writes the result into the record of the file. Fails unless the record has the verdict or a stronger one then, so that Lambda invokes
    /// the function again: a video gets its record a moment after its object. A file without a record and an object needs no verdict.
    async fn record(&self, kind: FileKind, id: &FileId, scan: &ScanResult) -> ApiResult<()> {
        if self.files.table.record_scan(id, scan).await? {
            return Ok(());
        }
        let is_settled = match self.files.table.find(id).await? {
            Some(file) => file.scan.is_some_and(|stored| stored.verdict >= scan.verdict),
            None => !self.files.objects.exists(kind, id).await?,
        };
        if is_settled {
            Ok(())
        } else {
            Err(ErrorCode::FileNotFound.into())
        }
    }
}

//! Records the result of a scan for malware in the record of the file, and deletes the object of an infected file.
//!
//! `EventBridge` invokes this function asynchronously for each result, and Lambda again when it fails. So an event may arrive twice or late.
//! The record keeps the strongest verdict, whatever the order. Each object has a record before its first byte: without one, nobody sees it.

pub mod event;

use api::ApiResult;
use app::{jobs::Job, wired};
use domain::ScanVerdict;
use files::ObjectStore;
use platform::{
    clock,
    metrics::{Event, Metrics},
};
use store::files::{FilesTable, ScanResult};
use tracing::warn;

use event::ScanEnded;

wired! {
    pub struct RecordScan(wiring) {
        files: FilesTable = wiring.files_table()?,
        objects: ObjectStore = wiring.objects()?,
        metrics: Metrics = wiring.metrics()?,
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
        let recorded = self.files.record_scan(&id, &scan).await;
        match scan.verdict {
            ScanVerdict::Clean => {}
            ScanVerdict::Failed => warn!(file = %id, "file not scanned"),
            // Whether or not there is a record. That of a claimed file stays until its profile lets go.
            ScanVerdict::Infected => {
                self.objects.delete(kind, &id).await?;
                warn!(file = %id, "infected file deleted");
                self.metrics.count(Event::FileInfected);
            }
        }
        recorded?;
        Ok(())
    }
}

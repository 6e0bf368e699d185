//! Publishes a snapshot of the catalogue in the site's bucket, which visitors read instead of the API: the list of courses and the page
//! of each course, in each language.
//!
//! A schedule invokes this function every five minutes. It writes only what has changed, as the digests of the snapshot before tell.
//! The digests are written last, so an attempt that fails is made up for by the next.

use api::ApiResult;
use app::jobs::Job;
use files::ObjectError;
use futures_util::{StreamExt, TryStreamExt, stream};
use platform::clock;
use serde::Deserialize;
use tracing::info;

use crate::{
    snapshot::{Digests, Snapshot},
    wiring::PublishCatalogue,
};

/// The object with the digests.
const DIGESTS: &str = "catalogue/digests.json";
/// How the CDN and browsers cache the snapshot.
const CACHE_CONTROL: &str = "public, max-age=60, stale-while-revalidate=60";
/// How many objects are written at the same time.
const CONCURRENCY: usize = 16;

/// What the schedule sends. Nothing of it matters.
#[derive(Deserialize)]
pub(crate) struct Scheduled {}

impl Job for PublishCatalogue {
    type Event = Scheduled;

    /// Writes nothing when nothing has changed.
    async fn run(&self, _: Scheduled) -> ApiResult<()> {
        let (courses, details, before) = tokio::join!(self.courses.list(), self.details.list(), self.published());
        let snapshot = Snapshot::new(&courses?, &details?, clock::now())?;
        let (digests, before) = (snapshot.digests(), before?);
        if digests != before {
            self.publish(snapshot, &digests, &before).await?;
        }
        Ok(())
    }
}

impl PublishCatalogue {
    /// The digests of the published snapshot. None of the first one, and none when they cannot be parsed: then all objects are written.
    async fn published(&self) -> Result<Digests, ObjectError> {
        let json = self.site.get(DIGESTS).await?.unwrap_or_default();
        Ok(serde_json::from_slice(&json).unwrap_or_default())
    }

    async fn publish(&self, snapshot: Snapshot, digests: &Digests, before: &Digests) -> ApiResult<()> {
        let (changed, gone) = (digests.changed_since(before), digests.gone_since(before));
        let writes = stream::iter(snapshot.into_objects(&changed))
            .map(|(key, json)| async move { self.site.put_json(&key, json, CACHE_CONTROL).await });
        let () = writes.buffer_unordered(CONCURRENCY).try_collect().await?;
        for key in &gone {
            self.site.delete(key).await?;
        }
        let json = api::to_json(digests)?;
        self.site.put_json(DIGESTS, json, CACHE_CONTROL).await?;
        info!(written = changed.len(), deleted = gone.len(), "published");
        Ok(())
    }
}

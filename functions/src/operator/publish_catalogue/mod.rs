//! Publishes a snapshot of the catalogue in the site's bucket, which visitors read instead of the API: the list of courses and the page
//! of each course, in each language.
//!
//! A schedule invokes this function every five minutes, and a deployment does. It writes only what differs from the objects of the bucket,
//! so after an attempt that failed, or that ran at the same time as another, the next attempt completes the snapshot.

mod snapshot;

use api::ApiResult;
use app::{
    jobs::{Job, Scheduled},
    wired,
};
use files::{ObjectError, SiteBucket};
use futures_util::{StreamExt, TryStreamExt, stream};
use platform::clock;
use store::{course_details::CourseDetailsTable, courses::CoursesTable};
use tracing::info;

use snapshot::{Changes, PREFIX, Snapshot};

wired! {
    pub struct PublishCatalogue(wiring) {
        courses: CoursesTable = wiring.courses()?,
        details: CourseDetailsTable = wiring.course_details()?,
        site: SiteBucket = wiring.site_bucket()?,
    }
}

/// How the CDN and browsers cache the snapshot. With the five minutes of the schedule, a change shows within seven minutes.
const CACHE_CONTROL: &str = "public, max-age=60, stale-while-revalidate=60";
/// How many objects are written or deleted at the same time.
const CONCURRENCY: usize = 16;

impl Job for PublishCatalogue {
    type Event = Scheduled;

    /// Writes nothing when nothing has changed.
    async fn run(&self, _: Scheduled) -> ApiResult<()> {
        let (courses, details, published) =
            tokio::join!(self.courses.list(), self.details.list(), self.site.digests(PREFIX));
        let snapshot = Snapshot::new(&courses?, &details?, clock::now())?;
        let changes = snapshot.changes(&published?);
        let (written, deleted) = (changes.written.len(), changes.deleted.len());
        if written + deleted > 0 {
            self.publish(changes).await?;
            info!(written, deleted, "published");
        }
        Ok(())
    }
}

impl PublishCatalogue {
    async fn publish(&self, Changes { written, deleted }: Changes) -> Result<(), ObjectError> {
        let writes = stream::iter(written).map(async |(key, json)| self.site.put_json(&key, json, CACHE_CONTROL).await);
        let () = writes.buffer_unordered(CONCURRENCY).try_collect().await?;
        // Last, when the lists no longer have the courses. A page that is missing comes from the API.
        let deletions = stream::iter(deleted).map(async |key| self.site.delete(&key).await);
        deletions.buffer_unordered(CONCURRENCY).try_collect().await
    }
}

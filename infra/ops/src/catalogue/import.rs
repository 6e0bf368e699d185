//! Imports the catalogue into the tables.

use std::{
    collections::BTreeSet,
    fmt::{self, Display},
};

use domain::CoursePrice;
use futures_util::{StreamExt, TryStreamExt, stream};
use serde::Serialize;
use store::{StoreError, audit::Action, course_details::StoredDetails, course_prices::CoursePriceKey};

use super::{
    CatalogueError, Summary, Tables,
    file::FileError,
    read::{Catalogue, CatalogueCourse},
    write_warnings,
};

/// How many writes are made at the same time. With ten milliseconds for each, they stay below the 4000 write units that a new table takes
/// in a second.
const CONCURRENT_WRITES: usize = 8;

#[derive(Serialize)]
pub(super) struct Plan {
    #[serde(rename = "written")]
    write: Summary,
    /// Listed courses that no longer have a file.
    #[serde(rename = "withdrawn")]
    withdraw: Vec<String>,
    /// Prices that are no longer in a price list.
    #[serde(rename = "deletedPrices")]
    delete: Vec<CoursePriceKey>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Imported {
    pub(super) stack: String,
    pub(super) dry_run: bool,
    #[serde(flatten)]
    pub(super) plan: Plan,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) warnings: Vec<FileError>,
}

/// Compares the files with the tables.
pub(super) async fn plan(tables: &Tables, catalogue: &Catalogue) -> Result<Plan, StoreError> {
    let courses: BTreeSet<&str> = catalogue.courses.iter().map(|entry| entry.course.id.as_str()).collect();
    let prices: BTreeSet<CoursePriceKey> = catalogue.prices.iter().map(CoursePriceKey::of).collect();

    let mut withdraw = tables.courses.listed_ids().await?;
    withdraw.retain(|id| !courses.contains(id.as_str()));
    let delete = tables.prices.stored().await?.into_iter();
    let delete = delete.filter(|stored| !prices.contains(&stored.key));
    Ok(Plan {
        write: Summary::of(catalogue),
        withdraw,
        delete: delete.map(|stored| stored.key).collect(),
    })
}

/// Writes prices and details before their courses, and withdraws courses before their prices are deleted, so that a listed course
/// always has its price and its page. A withdrawn course keeps its details and runs. Every step can be repeated.
pub(super) async fn apply(tables: &Tables, catalogue: &Catalogue, plan: &Plan) -> Result<(), CatalogueError> {
    let mut prices: Vec<&CoursePrice> = catalogue.prices.iter().collect();
    // The prices of a list are in one partition. In this order, the writes of any time are in many.
    prices.sort_by_key(|&price| (&price.course, price.list.key()));
    concurrently(prices, |price| tables.prices.put(price)).await?;

    let stored = &tables.details.stored().await?;
    let nothing = &StoredDetails::default();
    concurrently(&catalogue.courses, |CatalogueCourse { course, page }| async move {
        let before = stored.get(course.id.as_str());
        let sessions = page
            .runs
            .iter()
            .map(|run| before.unwrap_or(nothing).sessions_of(run, page.details.session_minutes));
        let sessions: Vec<_> = sessions.collect::<Result<_, _>>()?;
        tables
            .details
            .put_from_catalogue(&course.id, page, &sessions, before)
            .await?;
        tables.courses.put_from_catalogue(course).await?;
        Ok::<_, CatalogueError>(())
    })
    .await?;
    concurrently(&plan.withdraw, |id| tables.courses.withdraw(id)).await?;
    concurrently(&plan.delete, |key| tables.prices.delete(key)).await?;
    Ok(())
}

/// Makes a write for each item, several at the same time. After an error, it begins no other.
async fn concurrently<T, E, F>(items: impl IntoIterator<Item = T>, write: impl Fn(T) -> F) -> Result<(), E>
where
    F: Future<Output = Result<(), E>>,
{
    let items = stream::iter(items).map(Ok);
    items.try_for_each_concurrent(CONCURRENT_WRITES, write).await
}

impl Plan {
    pub(super) fn action(&self) -> Action {
        Action::CatalogueImport {
            courses: self.write.courses,
            prices: self.write.prices,
            withdrawn: self.withdraw.clone(),
        }
    }
}

impl Display for Imported {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { stack, plan, .. } = self;
        if self.dry_run {
            write!(formatter, "Dry run: an import into {stack} would do this:\n{plan}")?;
        } else {
            write!(formatter, "Imported into {stack}:\n{plan}")?;
        }
        write_warnings(formatter, &self.warnings)
    }
}

impl Display for Plan {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "  written: {}", self.write)?;
        for id in &self.withdraw {
            write!(formatter, "\n  withdrawn, enrolment count kept: {id}")?;
        }
        for key in &self.delete {
            write!(formatter, "\n  price deleted: {key}")?;
        }
        Ok(())
    }
}

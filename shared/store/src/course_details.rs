//! The course details table: what the page of a course shows, and its runs. A list of courses does not read it.
//!
//! | key | type | value |
//! | --- | --- | --- |
//! | `courseId` | S, partition | [`CourseId`] |
//! | `part` | S, sort | `details`, or `run#` and the [`RunId`](domain::RunId) |
//!
//! An item of a run also has `taken`, the number of its taken places, from the first one on. The item of a run that has left the
//! catalogue while places were taken has only that, for when the run returns.
//!
//! Access patterns: all of a course (`Query`), one run (`GetItem`), all (`Scan`, by the operator's tool and the function that publishes the
//! catalogue), write from the catalogue, delete a run, take or release a place of a run (in the transaction that adds or removes the
//! enrolment).

use std::collections::{BTreeMap, BTreeSet};

use aws_sdk_dynamodb::Client;
use domain::{CourseDetails, CourseId, CourseRun, RunId};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::{
    StoreError, TransactionItem,
    table::{Item, Table, number, text},
};

/// The value of the sort key of a course's details.
const DETAILS: &str = "details";
/// How the sort key of a run begins.
const RUN: &str = "run#";

/// A filter that leaves out the counts of runs that have left the catalogue. `#run` is the attribute `run`.
const IN_CATALOGUE: &str = "attribute_not_exists(taken) OR attribute_exists(#run)";

#[derive(Debug, Clone)]
pub struct CourseDetailsTable {
    table: Table,
}

/// The details of a course with its runs, earliest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DetailsAndRuns {
    /// The details. Empty when there are none.
    pub details: CourseDetails,
    pub runs: Vec<CourseRun>,
}

/// The details of a course with its runs and their taken places, earliest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DetailsAndCountedRuns {
    /// The details. Empty when there are none.
    pub details: CourseDetails,
    pub runs: Vec<CountedRun>,
}

/// What the table has of a course, malformed items included.
#[derive(Debug, Default)]
pub struct StoredDetails {
    /// None when an item is malformed.
    pub whole: Option<DetailsAndRuns>,
    /// The sort keys of its items.
    parts: BTreeSet<String>,
}

/// An item. The catalogue owns the attribute `details` or `run` and replaces it as a whole, so an item may have others.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct PartItem {
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<CourseDetails>,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<CourseRun>,
    #[serde(default, skip_serializing)]
    taken: u32,
}

enum Part {
    Details(CourseDetails),
    Run(CountedRun),
}

/// What the items of runs have besides what the catalogue owns.
#[derive(Debug, Deserialize)]
struct Count {
    #[serde(default)]
    taken: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct CountedRun {
    pub run: CourseRun,
    #[serde(default)]
    pub taken: u32,
}

impl CountedRun {
    /// How many places are left. Zero also when an import has given the run fewer places than are taken.
    #[must_use]
    pub const fn places_left(&self) -> u32 {
        self.run.places.saturating_sub(self.taken)
    }

    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.places_left() == 0
    }
}

impl DetailsAndCountedRuns {
    /// Adds what an item has, in the order of the runs.
    fn add(&mut self, part: Part) {
        match part {
            Part::Details(details) => self.details = details,
            Part::Run(run) => {
                let position = self.runs.partition_point(|other| order(&other.run) < order(&run.run));
                self.runs.insert(position, run);
            }
        }
    }
}

impl CourseDetailsTable {
    #[must_use]
    pub const fn new(client: Client, name: String) -> Self {
        Self {
            table: Table::new(client, name),
        }
    }

    /// The details and runs of a course. Empty when the catalogue has none.
    pub async fn get(&self, course: &CourseId) -> Result<DetailsAndCountedRuns, StoreError> {
        let query = self
            .table
            .query()
            .key_condition_expression("courseId = :course")
            .filter_expression(IN_CATALOGUE)
            .expression_attribute_names("#run", "run")
            .expression_attribute_values(":course", text(course.as_str()));
        let mut whole = DetailsAndCountedRuns::default();
        for item in self.table.query_all(query).await? {
            whole.add(self.part(item)?);
        }
        Ok(whole)
    }

    /// The details and runs of each course, by its id, or the error of a malformed item. A course of which the catalogue has none has no
    /// entry.
    pub async fn list(&self) -> Result<BTreeMap<String, Result<DetailsAndCountedRuns, StoreError>>, StoreError> {
        let scan = self.table.scan().filter_expression(IN_CATALOGUE);
        let scan = scan.expression_attribute_names("#run", "run");
        let mut courses = BTreeMap::new();
        for item in self.table.scan_all(scan).await? {
            let id = attribute(&item, "courseId");
            let course = courses
                .entry(id)
                .or_insert_with(|| Ok(DetailsAndCountedRuns::default()));
            match (course.as_mut(), self.part(item)) {
                (Ok(whole), Ok(part)) => whole.add(part),
                (Ok(_), Err(error)) => *course = Err(error),
                (Err(_), _) => {}
            }
        }
        Ok(courses)
    }

    /// A run with its taken places. None when the catalogue does not have it.
    pub async fn find_run(&self, course: &CourseId, run: &RunId) -> Result<Option<CountedRun>, StoreError> {
        let item = self.table.get_item(run_key(course, run)).await?;
        let listed = item.filter(|item| item.contains_key("run"));
        listed.map(|item| self.table.parse(item, run.as_str())).transpose()
    }

    /// Whether a place of a run is taken. The run may have left the catalogue.
    pub async fn has_taken_places(&self, course: &CourseId, run: &RunId) -> Result<bool, StoreError> {
        let item = self.table.get_item(run_key(course, run)).await?;
        let count: Option<Count> = item.map(|item| self.table.parse(item, run.as_str())).transpose()?;
        Ok(count.is_some_and(|count| count.taken > 0))
    }

    /// Takes a place of a run, as part of the transaction that enrols a user. Its condition is that the catalogue has the run, and that
    /// a place is left.
    pub fn take_place_item(&self, course: &CourseId, run: &RunId) -> Result<TransactionItem, StoreError> {
        let update = self
            .table
            .update_in_transaction(run_key(course, run))
            .update_expression("ADD taken :one")
            .condition_expression("(attribute_not_exists(taken) AND #run.places >= :one) OR taken < #run.places")
            .expression_attribute_names("#run", "run")
            .expression_attribute_values(":one", number(1));
        self.table.transaction_item(update.build(), run.as_str())
    }

    /// Releases a place of a run, as part of the transaction that removes the enrolment. Its condition is that a place is taken.
    pub fn release_place_item(&self, course: &CourseId, run: &RunId) -> Result<TransactionItem, StoreError> {
        let update = self
            .table
            .update_in_transaction(run_key(course, run))
            .update_expression("SET taken = taken - :one")
            .condition_expression("taken >= :one")
            .expression_attribute_values(":one", number(1));
        self.table.transaction_item(update.build(), run.as_str())
    }

    /// What there is of each course, by its id. Malformed items are included, so that an import can replace them. The count of a run that
    /// has left the catalogue is not, as long as it counts a place. After that, an import deletes it.
    pub async fn stored(&self) -> Result<BTreeMap<String, StoredDetails>, StoreError> {
        let mut courses: BTreeMap<String, StoredDetails> = BTreeMap::new();
        for item in self.table.scan_all(self.table.scan()).await? {
            let kept_count = self.kept_count(&item);
            if kept_count.is_some_and(|taken| taken > 0) {
                continue;
            }
            let stored = courses
                .entry(attribute(&item, "courseId"))
                .or_insert_with(|| StoredDetails {
                    whole: Some(DetailsAndRuns::default()),
                    parts: BTreeSet::new(),
                });
            stored.parts.insert(attribute(&item, "part"));
            if kept_count.is_none() {
                stored.whole = stored.whole.take().and_then(|whole| self.add(whole, item).ok());
            }
        }
        Ok(courses)
    }

    /// Writes what the catalogue has of a course, and removes runs that it no longer has. `before` is what [`Self::stored`] has of it.
    pub async fn put_from_catalogue(
        &self,
        course: &CourseId,
        whole: &DetailsAndRuns,
        before: Option<&StoredDetails>,
    ) -> Result<(), StoreError> {
        let id = course.as_str();
        let details = self.table.attribute(&whole.details, id)?;
        self.write(course, DETAILS, "details", details).await?;
        let mut kept = BTreeSet::from([DETAILS.to_owned()]);
        for run in &whole.runs {
            let part = format!("{RUN}{}", run.id);
            self.write(course, &part, "run", self.table.attribute(run, id)?).await?;
            kept.insert(part);
        }
        let gone = before.into_iter().flat_map(|before| before.parts.difference(&kept));
        for part in gone {
            self.remove(course, part).await?;
        }
        Ok(())
    }

    /// Deletes an item. The item of a run with taken places keeps its count, so that the run has it when it returns to the catalogue.
    async fn remove(&self, course: &CourseId, part: &str) -> Result<(), StoreError> {
        let deletion = self
            .table
            .deletion(part_key(course, part))
            .condition_expression("attribute_not_exists(taken) OR taken = :none")
            .expression_attribute_values(":none", number(0));
        if !self.table.delete_if(deletion).await? {
            let update = self
                .table
                .update(part_key(course, part))
                .update_expression("REMOVE #run")
                .expression_attribute_names("#run", "run");
            self.table.write(update).await?;
        }
        Ok(())
    }

    /// How many places are taken of a run that has left the catalogue. None for any other item.
    fn kept_count(&self, item: &Item) -> Option<u32> {
        let is_of_run = attribute(item, "part").starts_with(RUN);
        if !is_of_run || item.contains_key("run") || !item.contains_key("taken") {
            return None;
        }
        let count: Count = self.table.parse(item.clone(), "count").ok()?;
        Some(count.taken)
    }

    async fn write(
        &self,
        course: &CourseId,
        part: &str,
        name: &str,
        value: aws_sdk_dynamodb::types::AttributeValue,
    ) -> Result<(), StoreError> {
        let update = self
            .table
            .update(part_key(course, part))
            .update_expression("SET #name = :value")
            .expression_attribute_names("#name", name)
            .expression_attribute_values(":value", value);
        self.table.write(update).await?;
        Ok(())
    }

    /// Adds an item to what the others have, in the order of the runs.
    fn add(&self, mut whole: DetailsAndRuns, item: Item) -> Result<DetailsAndRuns, StoreError> {
        match self.part(item)? {
            Part::Details(details) => whole.details = details,
            Part::Run(counted) => whole.runs.push(counted.run),
        }
        whole.runs.sort_by(|a, b| order(a).cmp(&order(b)));
        Ok(whole)
    }

    fn part(&self, item: Item) -> Result<Part, StoreError> {
        let (course, part) = (attribute(&item, "courseId"), attribute(&item, "part"));
        let described = format!("{course:?} {part:?}");
        let PartItem { details, run, taken } = self.table.parse(item, &described)?;
        match (part.strip_prefix(RUN), details, run) {
            (None, Some(details), _) if part == DETAILS => Ok(Part::Details(details)),
            (Some(id), _, Some(run)) if run.id.as_str() == id => Ok(Part::Run(CountedRun { run, taken })),
            _ => Err(self
                .table
                .malformed(described, "neither details nor the run of its key")),
        }
    }
}

/// The order of runs: the one that starts first, first.
fn order(run: &CourseRun) -> (Date, &RunId) {
    (run.start, &run.id)
}

fn run_key(course: &CourseId, run: &RunId) -> Item {
    part_key(course, &format!("{RUN}{run}"))
}

fn part_key(course: &CourseId, part: &str) -> Item {
    Item::from([
        ("courseId".to_owned(), text(course.as_str())),
        ("part".to_owned(), text(part)),
    ])
}

/// An attribute of the key as text, which both are.
fn attribute(item: &Item, name: &str) -> String {
    item.get(name)
        .and_then(|value| value.as_s().ok())
        .cloned()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn run(places: u32, taken: u32) -> CountedRun {
        run_on("2027-02-06", "2027-spring", places, taken)
    }

    fn run_on(start: &str, id: &str, places: u32, taken: u32) -> CountedRun {
        let run = json!({"id": id, "start": start, "end": "2027-04-24", "weekdays": ["saturday"], "time": "09:05",
            "timeZone": "Africa/Algiers", "places": places});
        serde_json::from_value(json!({"run": run, "taken": taken})).unwrap()
    }

    #[test]
    fn a_run_is_full_when_no_place_is_left() {
        for (places, taken, left) in [(14, 0, 14), (14, 13, 1), (14, 14, 0), (13, 14, 0), (0, 0, 0)] {
            let run = run(places, taken);
            assert_eq!(
                (run.places_left(), run.is_full()),
                (left, left == 0),
                "{taken} of {places}"
            );
        }
    }

    #[test]
    fn the_earliest_run_is_first_in_whatever_order_the_items_are() {
        let mut whole = DetailsAndCountedRuns::default();
        for (start, id) in [
            ("2027-02-07", "2027-a"),
            ("2027-02-06", "2027-c"),
            ("2027-02-08", "2027-d"),
            ("2027-02-06", "2027-b"),
        ] {
            whole.add(Part::Run(run_on(start, id, 14, 0)));
        }
        let ids: Vec<_> = whole.runs.iter().map(|counted| counted.run.id.as_str()).collect();
        assert_eq!(ids, ["2027-b", "2027-c", "2027-a", "2027-d"]);
    }
}

//! The changes that an import would make, for each course and price.

use std::{
    collections::BTreeMap,
    fmt::{self, Display},
};

use domain::{Course, CourseDetails, CourseFacts, CoursePrice, CourseRun, CourseType, Language, Localized, Money};
use serde::{Serialize, Serializer};
use store::{
    StoreError,
    course_details::{DetailsAndRuns, StoredDetails},
    course_prices::{CoursePriceKey, StoredPrice},
    courses::StoredCourse,
};

use super::{
    Tables, counted,
    read::{Catalogue, CatalogueCourse},
    sold::{self, SoldChanges},
};

#[derive(Debug, Serialize)]
pub(crate) struct Difference {
    courses: Vec<ChangedCourse>,
    prices: Vec<ChangedPrice>,
    /// Why the import would be refused.
    #[serde(skip_serializing_if = "SoldChanges::is_empty")]
    refused: SoldChanges,
}

#[derive(Debug, Serialize)]
struct ChangedCourse {
    id: String,
    #[serde(flatten)]
    change: CourseChange,
}

#[derive(Debug, Serialize)]
struct ChangedPrice {
    #[serde(flatten)]
    key: CoursePriceKey,
    #[serde(flatten)]
    change: PriceChange,
}

#[derive(Debug, Serialize)]
#[serde(tag = "change", rename_all = "snake_case")]
enum CourseChange {
    New,
    /// The item is malformed, and is replaced.
    #[serde(rename = "mended")]
    Repaired,
    Edited {
        edits: Vec<Edit>,
    },
    /// The course was withdrawn, and is listed again with its enrolment count.
    #[serde(rename = "returns")]
    Relisted {
        enrolled: u64,
        edits: Vec<Edit>,
    },
    /// The course no longer has a file. Its enrolment count is kept; it is `None` for a malformed item.
    Withdrawn {
        enrolled: Option<u64>,
    },
}

#[derive(Debug, Serialize)]
pub(super) struct Edit {
    pub(super) field: String,
    /// None when the field is new.
    pub(super) before: Option<String>,
    /// None when the field is removed.
    pub(super) after: Option<String>,
}

/// `before` is `None` for a malformed item.
#[derive(Debug, Serialize)]
#[serde(tag = "change", rename_all = "snake_case")]
enum PriceChange {
    New { after: Amount },
    Edited { before: Option<Amount>, after: Amount },
    Deleted { before: Option<Amount> },
}

/// Printed as `149.50 USD`, also in JSON.
#[derive(Debug)]
struct Amount(Money);

pub(super) async fn difference(tables: &Tables, catalogue: &Catalogue) -> Result<Difference, StoreError> {
    let stored = tables.courses.stored().await?;
    let refused = sold::changes(tables, catalogue, &stored).await?;
    let mut stored: BTreeMap<_, _> = stored.into_iter().map(|course| (course.id.clone(), course)).collect();
    let mut pages = tables.details.stored().await?;
    let mut courses = Vec::new();
    for entry in &catalogue.courses {
        let id = entry.course.id.to_string();
        if let Some(change) = course_change(stored.remove(&id), pages.remove(&id), entry) {
            courses.push(ChangedCourse { id, change });
        }
    }
    let left = stored.into_iter().filter(|(_, course)| !course.withdrawn);
    courses.extend(left.map(|(id, left)| {
        let enrolled = left.course.map(|course| course.enrollment_count);
        let change = CourseChange::Withdrawn { enrolled };
        ChangedCourse { id, change }
    }));
    courses.sort_by(|a, b| a.id.cmp(&b.id));

    let stored = tables.prices.stored().await?;
    let mut stored: BTreeMap<_, _> = stored.into_iter().map(|price| (price.key.clone(), price)).collect();
    let mut prices = Vec::new();
    for price in &catalogue.prices {
        let key = CoursePriceKey::of(price);
        if let Some(change) = price_change(stored.remove(&key).as_ref(), price) {
            prices.push(ChangedPrice { key, change });
        }
    }
    let deleted = stored.into_values();
    prices.extend(deleted.map(|StoredPrice { key, money }| {
        let before = money.map(Amount);
        let change = PriceChange::Deleted { before };
        ChangedPrice { key, change }
    }));
    prices.sort_by(|a, b| a.key.cmp(&b.key));
    Ok(Difference {
        courses,
        prices,
        refused,
    })
}

fn course_change(
    stored: Option<StoredCourse>,
    page: Option<StoredDetails>,
    after: &CatalogueCourse,
) -> Option<CourseChange> {
    let Some(stored) = stored else {
        return Some(CourseChange::New);
    };
    let after_course = after.course_beside(page.as_ref());
    // A course that predates details has none.
    let page = page.map_or_else(|| Some(DetailsAndRuns::default()), |page| page.whole);
    let (Some(before), Some(page)) = (stored.course, page) else {
        return Some(CourseChange::Repaired);
    };
    let edits = edits(fields(&before, &page), fields(&after_course, &after.page));
    if stored.withdrawn {
        let enrolled = before.enrollment_count;
        Some(CourseChange::Relisted { enrolled, edits })
    } else {
        (!edits.is_empty()).then_some(CourseChange::Edited { edits })
    }
}

/// The fields that differ, in the order of the files. A field that only the stored course has comes last.
fn edits(before: Vec<(String, String)>, after: Vec<(String, String)>) -> Vec<Edit> {
    let mut stored: BTreeMap<_, _> = before.iter().cloned().collect();
    let mut edits: Vec<Edit> = Vec::new();
    for (field, after) in after {
        let before = stored.remove(&field);
        if before.as_ref() != Some(&after) {
            let after = Some(after);
            edits.push(Edit { field, before, after });
        }
    }
    let removed = before.into_iter().filter(|(field, _)| stored.contains_key(field));
    edits.extend(removed.map(|(field, before)| Edit {
        field,
        before: Some(before),
        after: None,
    }));
    edits
}

/// The fields of a run that differ.
pub(super) fn run_edits(before: &CourseRun, after: &CourseRun) -> Vec<Edit> {
    let fields = |run| {
        let mut fields = Fields::default();
        fields.add_run(run);
        fields.0
    };
    edits(fields(before), fields(after))
}

/// The fields of a course as text, by their names in the files.
fn fields(course: &Course, page: &DetailsAndRuns) -> Vec<(String, String)> {
    let mut fields = Fields::default();
    fields.add("type", group(course.course_type));
    fields.add("position", course.position);
    fields.add_facts(&course.facts);
    fields.add_details(&page.details);
    fields.add_texts("name", &course.name);
    fields.add_texts("description", &course.description);
    fields.add_detail_texts(&page.details);
    for run in &page.runs {
        fields.add_run(run);
    }
    fields.0
}

#[derive(Default)]
struct Fields(Vec<(String, String)>);

impl Fields {
    fn add(&mut self, field: &str, value: impl Display) {
        self.0.push((field.to_owned(), value.to_string()));
    }

    fn add_if_any(&mut self, field: &str, value: Option<impl Display>) {
        if let Some(value) = value {
            self.add(field, value);
        }
    }

    fn add_list(&mut self, field: &str, values: impl IntoIterator<Item: Display>) {
        let values: Vec<_> = values.into_iter().map(|value| value.to_string()).collect();
        if !values.is_empty() {
            self.add(field, values.join(", "));
        }
    }

    fn add_texts(&mut self, field: &str, texts: &Localized) {
        for language in Language::ALL {
            self.add(&format!("{field}.{}", language.code()), texts.get(language));
        }
    }

    fn add_facts(&mut self, facts: &CourseFacts) {
        self.add_if_any("level", facts.level.map(<&str>::from));
        self.add_list("languages", facts.languages.iter().map(|language| language.code()));
        self.add_if_any("hours", facts.hours);
        self.add_if_any("sessions", facts.sessions);
        self.add_if_any("format", facts.format.map(<&str>::from));
        self.add_if_any("artwork", facts.artwork.as_ref());
        // The list's copy of the runs' first days, which an interrupted import may have left behind.
        self.add_list("starts", &facts.starts);
    }

    fn add_details(&mut self, details: &CourseDetails) {
        self.add_if_any("session_minutes", details.session_minutes);
        self.add_if_any("group_size", details.group_size);
        self.add_if_any("recordings", details.recordings);
    }

    fn add_detail_texts(&mut self, details: &CourseDetails) {
        let CourseDetails {
            audience,
            prerequisites,
            takeaway,
            ..
        } = details;
        for (field, texts) in [
            ("audience", audience),
            ("prerequisites", prerequisites),
            ("takeaway", takeaway),
        ] {
            if let Some(texts) = texts {
                self.add_texts(field, texts);
            }
        }
        for (field, list) in [("outcomes", &details.outcomes), ("syllabus", &details.syllabus)] {
            for (index, texts) in list.iter().enumerate() {
                self.add_texts(&format!("{field}.{}", index + 1), texts);
            }
        }
    }

    fn add_run(&mut self, run: &CourseRun) {
        let field = |name: &str| format!("runs.{}.{name}", run.id);
        self.add(&field("start"), run.start);
        self.add(&field("end"), run.end);
        self.add_list(&field("weekdays"), run.weekdays.iter().map(<&str>::from));
        self.add_list(&field("closed"), &run.closed);
        self.add(&field("time"), run.time.strftime("%H:%M"));
        self.add(&field("time_zone"), &run.time_zone);
        self.add(&field("places"), run.places);
        self.add_if_any(&field("language"), run.language.map(Language::code));
        self.add_if_any(&field("teacher"), run.teacher.as_ref());
    }
}

/// The name of a course group in the files.
const fn group(course_type: CourseType) -> &'static str {
    match course_type {
        CourseType::Cpd => "cpd",
        CourseType::Additional => "additional",
    }
}

fn price_change(stored: Option<&StoredPrice>, price: &CoursePrice) -> Option<PriceChange> {
    let after = Amount(price.money);
    match stored {
        None => Some(PriceChange::New { after }),
        Some(stored) if stored.money == Some(price.money) => None,
        Some(stored) => Some(PriceChange::Edited {
            before: stored.money.map(Amount),
            after,
        }),
    }
}

impl Difference {
    pub(super) const fn is_empty(&self) -> bool {
        self.courses.is_empty() && self.prices.is_empty()
    }
}

impl Display for Difference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return formatter.write_str("An import would change nothing.");
        }
        let courses = counted(self.courses.len(), "course");
        let prices = counted(self.prices.len(), "price");
        write!(formatter, "An import would change {courses} and {prices}.")?;
        for ChangedCourse { id, change } in &self.courses {
            write!(formatter, "\n  course {id}: {change}")?;
        }
        for ChangedPrice { key, change } in &self.prices {
            write!(formatter, "\n  price {key}: {change}")?;
        }
        if !self.refused.is_empty() {
            write!(formatter, "\n{}", self.refused)?;
        }
        Ok(())
    }
}

impl Display for CourseChange {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::New => formatter.write_str("new"),
            Self::Repaired => formatter.write_str("malformed item, is replaced"),
            Self::Edited { edits } => {
                let fields: Vec<_> = edits.iter().map(|edit| edit.field.as_str()).collect();
                write!(formatter, "{}", fields.join(", "))?;
                write_edits(formatter, edits)
            }
            Self::Relisted { enrolled, edits } => {
                write!(formatter, "listed again, with {enrolled} enrolled")?;
                write_edits(formatter, edits)
            }
            Self::Withdrawn {
                enrolled: Some(enrolled),
            } => write!(formatter, "withdrawn, with {enrolled} enrolled"),
            Self::Withdrawn { enrolled: None } => formatter.write_str("withdrawn, malformed item"),
        }
    }
}

pub(super) fn write_edits(formatter: &mut fmt::Formatter<'_>, edits: &[Edit]) -> fmt::Result {
    for Edit { field, before, after } in edits {
        for (sign, value) in [('-', before), ('+', after)] {
            if let Some(value) = value {
                write!(formatter, "\n    {sign} {field} = {value}")?;
            }
        }
    }
    Ok(())
}

impl Display for PriceChange {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::New { after } => write!(formatter, "new, {after}"),
            Self::Edited {
                before: Some(before),
                after,
            } => write!(formatter, "{before} → {after}"),
            Self::Edited { before: None, after } => write!(formatter, "malformed item, becomes {after}"),
            Self::Deleted { before: Some(before) } => write!(formatter, "deleted, was {before}"),
            Self::Deleted { before: None } => formatter.write_str("deleted, malformed item"),
        }
    }
}

impl Display for Amount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.0.amount(), self.0.currency())
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

//! The changes that an import would make, for each course and price.

use std::{
    collections::BTreeMap,
    fmt::{self, Display},
};

use domain::{Course, CoursePrice, CourseType, Language, Localized, Money};
use serde::{Serialize, Serializer};
use store::{
    StoreError,
    course_prices::{CoursePriceKey, StoredPrice},
    courses::StoredCourse,
};

use super::{Tables, counted, read::Catalogue};

/// The difference between the tables and the files.
#[derive(Debug, Serialize)]
pub(crate) struct Difference {
    courses: Vec<ChangedCourse>,
    prices: Vec<ChangedPrice>,
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
struct Edit {
    field: String,
    before: String,
    after: String,
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

/// Compares the files with the tables.
pub(super) async fn difference(tables: &Tables, catalogue: &Catalogue) -> Result<Difference, StoreError> {
    let stored = tables.courses.stored().await?;
    let mut stored: BTreeMap<_, _> = stored.into_iter().map(|course| (course.id.clone(), course)).collect();
    let mut courses = Vec::new();
    for course in &catalogue.courses {
        let id = course.id.to_string();
        if let Some(change) = course_change(stored.remove(&id), course) {
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
    Ok(Difference { courses, prices })
}

fn course_change(stored: Option<StoredCourse>, after: &Course) -> Option<CourseChange> {
    let Some(stored) = stored else {
        return Some(CourseChange::New);
    };
    let Some(before) = stored.course else {
        return Some(CourseChange::Repaired);
    };
    let edits = edits(&before, after);
    if stored.withdrawn {
        let enrolled = before.enrollment_count;
        Some(CourseChange::Relisted { enrolled, edits })
    } else {
        (!edits.is_empty()).then_some(CourseChange::Edited { edits })
    }
}

fn edits(before: &Course, after: &Course) -> Vec<Edit> {
    let mut edits = vec![
        Edit::of("type", group(before.course_type), group(after.course_type)),
        Edit::of("position", before.position, after.position),
    ];
    edits.extend(texts("name", &before.name, &after.name));
    edits.extend(texts("description", &before.description, &after.description));
    edits.retain(|edit| edit.before != edit.after);
    edits
}

fn texts(field: &str, before: &Localized, after: &Localized) -> impl Iterator<Item = Edit> {
    Language::ALL.into_iter().map(move |language| {
        let field = format!("{field}.{}", language.code());
        Edit::of(&field, before.get(language), after.get(language))
    })
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

impl Edit {
    fn of(field: &str, before: impl Display, after: impl Display) -> Self {
        Self {
            field: field.to_owned(),
            before: before.to_string(),
            after: after.to_string(),
        }
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

fn write_edits(formatter: &mut fmt::Formatter<'_>, edits: &[Edit]) -> fmt::Result {
    for Edit { field, before, after } in edits {
        write!(formatter, "\n    - {field} = {before}\n    + {field} = {after}")?;
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

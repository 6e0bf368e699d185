//! The courses table: the catalogue's courses, with their enrolment counts.
//!
//! | key | type | value |
//! | --- | --- | --- |
//! | `courseId` | S, partition | [`CourseId`] |
//!
//! Access patterns: list all (`Scan`: a few dozen items, behind a cache, and for the operator's tool), one listed course (`GetItem`),
//! update from the catalogue, withdraw, remove a start (in the transaction that cancels a run), increment or decrement the enrolment count (in the transaction that adds or removes the enrolment).

use aws_sdk_dynamodb::types::AttributeValue;
use domain::{Course, CourseFacts, CourseId, CourseType, Localized};
use jiff::civil::Date;
use platform::warm_up;
use serde::{Deserialize, Serialize};
use serde_dynamo::from_item;

use crate::{
    StoreError, TransactionItem,
    table::{Item, key, named_table, number},
};

named_table!(CoursesTable);

/// A listed course as an item. A withdrawn one also has the attribute `withdrawn`, and is kept for its enrolment count.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CourseItem {
    course_id: CourseId,
    r#type: CourseType,
    position: u32,
    name: Localized,
    description: Localized,
    /// Items of imports that predate facts have none.
    #[serde(default)]
    facts: CourseFacts,
    enrollment_count: u64,
}

/// A course as the table has it, well formed or not.
#[derive(Debug)]
pub struct StoredCourse {
    /// The course's id, or a malformed one.
    pub id: String,
    pub withdrawn: bool,
    /// The course. None when the item is malformed.
    pub course: Option<Course>,
}

impl CoursesTable {
    /// The courses of the catalogue, in the order in which they are shown.
    pub async fn list(&self) -> Result<Vec<Course>, StoreError> {
        let scan = self.table.scan().filter_expression("attribute_not_exists(withdrawn)");
        let items = self.table.scan_all(scan).await?;
        let courses: Result<Vec<_>, _> = items.into_iter().map(|item| self.parse(item)).collect();
        let mut courses = courses?;
        courses.sort_by(|a, b| (a.course_type, a.position, &a.id).cmp(&(b.course_type, b.position, &b.id)));
        Ok(courses)
    }

    /// A course of the catalogue. None when it does not exist, and when it is withdrawn.
    pub async fn find_listed(&self, id: &CourseId) -> Result<Option<Course>, StoreError> {
        let item = self.table.get_item(key("courseId", id.as_str())).await?;
        let listed = item.filter(|item| !item.contains_key("withdrawn"));
        listed.map(|item| self.parse(item)).transpose()
    }

    /// A course, listed or withdrawn.
    pub async fn find(&self, id: &CourseId) -> Result<Option<Course>, StoreError> {
        let item = self.table.get_item(key("courseId", id.as_str())).await?;
        item.map(|item| self.parse(item)).transpose()
    }

    /// All items, withdrawn and malformed ones included, so that an import can replace those.
    pub async fn stored(&self) -> Result<Vec<StoredCourse>, StoreError> {
        let items = self.table.scan_all(self.table.scan()).await?;
        let mut courses: Vec<_> = items.into_iter().filter_map(StoredCourse::of).collect();
        courses.sort_by(|a, b| a.id.cmp(&b.id));
        Ok(courses)
    }

    /// The ids of the listed courses, malformed ones included.
    pub async fn listed_ids(&self) -> Result<Vec<String>, StoreError> {
        let stored = self.stored().await?.into_iter();
        let listed = stored.filter(|course| !course.withdrawn);
        Ok(listed.map(|course| course.id).collect())
    }

    /// Writes the catalogue's attributes of a course. The enrolment count stays.
    pub async fn put_from_catalogue(&self, course: &Course) -> Result<(), StoreError> {
        let id = course.id.as_str();
        let update = self
            .table
            .update(key("courseId", id))
            .update_expression(
                "SET #type = :type, #position = :position, #name = :name, description = :description, \
                 facts = :facts, enrollmentCount = if_not_exists(enrollmentCount, :zero) REMOVE withdrawn",
            )
            .expression_attribute_names("#type", "type")
            .expression_attribute_names("#position", "position")
            .expression_attribute_names("#name", "name")
            .expression_attribute_values(":type", self.table.attribute(&course.course_type, id)?)
            .expression_attribute_values(":position", self.table.attribute(&course.position, id)?)
            .expression_attribute_values(":name", self.table.attribute(&course.name, id)?)
            .expression_attribute_values(":description", self.table.attribute(&course.description, id)?)
            .expression_attribute_values(":facts", self.table.attribute(&course.facts, id)?)
            .expression_attribute_values(":zero", number(0));
        self.table.write(update).await?;
        Ok(())
    }

    /// Removes the first day of a run from the starts of a course, as part of the transaction that cancels the run. The condition is that the
    /// starts are those that were read. None when they have no such day.
    pub fn remove_start_item(&self, read: &Course, start: Date) -> Result<Option<TransactionItem>, StoreError> {
        let id = read.id.as_str();
        let mut starts = read.facts.starts.clone();
        let Some(position) = starts.iter().position(|other| *other == start) else {
            return Ok(None);
        };
        starts.remove(position);
        let update = self
            .table
            .update_in_transaction(key("courseId", id))
            .update_expression("SET facts.#starts = :starts")
            .condition_expression("facts.#starts = :read")
            .expression_attribute_names("#starts", "starts")
            .expression_attribute_values(":starts", self.table.attribute(&starts, id)?)
            .expression_attribute_values(":read", self.table.attribute(&read.facts.starts, id)?);
        self.table.transaction_item(update.build(), id).map(Some)
    }

    /// Increments the enrolment count of a listed course, as part of the transaction that enrols a user.
    pub fn add_enrolment_item(&self, id: &CourseId) -> Result<TransactionItem, StoreError> {
        self.count_item(
            id,
            "ADD enrollmentCount :one",
            "attribute_exists(courseId) AND attribute_not_exists(withdrawn)",
        )
    }

    /// As [`Self::add_enrolment_item`], for a place in a run: a withdrawn course holds the runs that it has.
    pub fn add_place_item(&self, id: &CourseId) -> Result<TransactionItem, StoreError> {
        self.count_item(id, "ADD enrollmentCount :one", "attribute_exists(courseId)")
    }

    /// Decrements the enrolment count of a course, listed or withdrawn, as part of the transaction that removes an enrolment. Its
    /// condition is that the count is not zero.
    pub fn remove_enrolment_item(&self, id: &CourseId) -> Result<TransactionItem, StoreError> {
        self.count_item(
            id,
            "SET enrollmentCount = enrollmentCount - :one",
            "enrollmentCount >= :one",
        )
    }

    /// Withdraws a course. Its enrolment count is kept for its return. The condition is that the count is the one that was read, if that is
    /// known: each place that is taken changes it. False when it is another one.
    pub async fn withdraw(&self, read: &StoredCourse) -> Result<bool, StoreError> {
        let update = self
            .table
            .update(key("courseId", &read.id))
            .update_expression("SET withdrawn = :true")
            .expression_attribute_values(":true", AttributeValue::Bool(true));
        let update = match &read.course {
            None => update.condition_expression("attribute_exists(courseId)"),
            Some(course) => update
                .condition_expression("enrollmentCount = :read")
                .expression_attribute_values(":read", number(course.enrollment_count)),
        };
        Ok(self.table.write_if(update).await?.is_some())
    }

    pub async fn warm_up(&self) {
        warm_up::finish(self.table.get_item(key("courseId", "none")).await);
    }

    fn count_item(&self, id: &CourseId, update: &str, condition: &str) -> Result<TransactionItem, StoreError> {
        let update = self
            .table
            .update_in_transaction(key("courseId", id.as_str()))
            .update_expression(update)
            .condition_expression(condition)
            .expression_attribute_values(":one", number(1));
        self.table.transaction_item(update.build(), id.as_str())
    }

    fn parse(&self, item: Item) -> Result<Course, StoreError> {
        let described = format!("{:?}", item.get("courseId"));
        self.table.parse::<CourseItem>(item, &described).map(Course::from)
    }
}

impl StoredCourse {
    /// None for an item without a key, which no table has.
    fn of(item: Item) -> Option<Self> {
        Some(Self {
            id: item.get("courseId")?.as_s().ok()?.clone(),
            withdrawn: item.contains_key("withdrawn"),
            course: from_item::<_, CourseItem>(item).ok().map(Course::from),
        })
    }
}

impl From<CourseItem> for Course {
    fn from(item: CourseItem) -> Self {
        Self {
            id: item.course_id,
            course_type: item.r#type,
            position: item.position,
            name: item.name,
            description: item.description,
            facts: item.facts,
            enrollment_count: item.enrollment_count,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn stored(item: Value) -> Option<StoredCourse> {
        StoredCourse::of(serde_dynamo::to_item(item).unwrap())
    }

    #[test]
    fn a_malformed_course_has_its_id_and_no_content() {
        let text = json!({"en": "a", "fr": "b", "ar": "c"});
        let mut item = json!({"courseId": "excel", "type": "cpd", "position": 1, "name": text, "description": text,
            "enrollmentCount": 4});
        let course = stored(item.clone()).unwrap();
        assert_eq!((course.id.as_str(), course.withdrawn), ("excel", false));
        assert_eq!(course.course.unwrap().enrollment_count, 4);

        item["withdrawn"] = true.into();
        item["position"] = "first".into();
        let malformed = stored(item).unwrap();
        assert_eq!((malformed.id.as_str(), malformed.withdrawn), ("excel", true));
        assert_eq!(malformed.course, None);
        assert!(stored(json!({"position": 1})).is_none());
    }
}

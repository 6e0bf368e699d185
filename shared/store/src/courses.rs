//! The courses table: the catalogue's courses, with their enrolment counts.
//!
//! | key | type | value |
//! | --- | --- | --- |
//! | `courseId` | S, partition | [`CourseId`] |
//!
//! Access patterns: list all (`Scan`: a few dozen items, behind a cache, and for the operator's tool), update from the catalogue,
//! withdraw, count an enrolment or its end (in one transaction with it).

use std::collections::HashMap;

use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, Update},
};
use domain::{Course, CourseId, CourseType, Localized};
use serde::{Deserialize, Serialize};
use serde_dynamo::{from_item, to_attribute_value};

use super::{StoreError, transaction::write_alone};

/// The table.
#[derive(Debug, Clone)]
pub struct CoursesTable {
    client: Client,
    name: String,
}

/// A listed course as the table holds it. One that left the catalogue has an attribute `withdrawn` besides: it is kept for its
/// enrolment count.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CourseItem {
    course_id: CourseId,
    r#type: CourseType,
    position: u32,
    name: Localized,
    description: Localized,
    enrollment_count: u64,
}

/// What the table has of a course.
#[derive(Debug)]
pub struct StoredCourse {
    /// The course's id, or what stands in its place.
    pub id: String,
    /// Whether it is kept for its enrolment count alone.
    pub withdrawn: bool,
    /// The course; none when the item is malformed.
    pub course: Option<Course>,
}

impl CoursesTable {
    /// The table of that name.
    #[must_use]
    pub const fn new(client: Client, name: String) -> Self {
        Self { client, name }
    }

    /// The courses of the catalogue, in the order in which they are shown.
    ///
    /// # Errors
    /// When the table cannot be read, and when an item is malformed.
    pub async fn list(&self) -> Result<Vec<Course>, StoreError> {
        let items = self.scan(Some("attribute_not_exists(withdrawn)")).await?;
        let mut courses = items
            .into_iter()
            .map(|item| self.parse(item))
            .collect::<Result<Vec<_>, _>>()?;
        courses.sort_by(|a, b| (a.course_type, a.position, &a.id).cmp(&(b.course_type, b.position, &b.id)));
        Ok(courses)
    }

    /// Everything that the table has: what is withdrawn and what is malformed too, so that an import can mend it.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn stored(&self) -> Result<Vec<StoredCourse>, StoreError> {
        let items = self.scan(None).await?;
        let mut courses: Vec<_> = items.into_iter().filter_map(StoredCourse::of).collect();
        courses.sort_by(|a, b| a.id.cmp(&b.id));
        Ok(courses)
    }

    /// The ids of the listed courses, malformed ones too.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn listed_ids(&self) -> Result<Vec<String>, StoreError> {
        let stored = self.stored().await?.into_iter();
        let listed = stored.filter(|course| !course.withdrawn);
        Ok(listed.map(|course| course.id).collect())
    }

    /// Writes what the catalogue says of a course and nothing else: an enrolment count that is there stays.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn put_from_catalogue(&self, course: &Course) -> Result<(), StoreError> {
        let value = |error| StoreError::malformed(&self.name, course.id.as_str(), error);
        let request = self
            .client
            .update_item()
            .table_name(&self.name)
            .key("courseId", AttributeValue::S(course.id.to_string()))
            .update_expression(
                "SET #type = :type, #position = :position, #name = :name, description = :description, \
                 enrollmentCount = if_not_exists(enrollmentCount, :zero) REMOVE withdrawn",
            )
            .expression_attribute_names("#type", "type")
            .expression_attribute_names("#position", "position")
            .expression_attribute_names("#name", "name")
            .expression_attribute_values(":type", to_attribute_value(course.course_type).map_err(value)?)
            .expression_attribute_values(":position", to_attribute_value(course.position).map_err(value)?)
            .expression_attribute_values(":name", to_attribute_value(&course.name).map_err(value)?)
            .expression_attribute_values(":description", to_attribute_value(&course.description).map_err(value)?)
            .expression_attribute_values(":zero", AttributeValue::N("0".to_owned()));
        // Somebody may be enrolled in it at the same moment.
        let written = write_alone(|| request.clone().send()).await;
        written.map_err(|error| StoreError::unavailable(&self.name, &error))?;
        Ok(())
    }

    /// Counting one more who is enrolled in a course, when it is listed: a part of the transaction that enrols them.
    ///
    /// # Errors
    /// None that could be met: the request is complete.
    pub fn counting_enrolment(&self, id: &CourseId) -> Result<Update, StoreError> {
        self.updating_count(
            id,
            "ADD enrollmentCount :one",
            "attribute_exists(courseId) AND attribute_not_exists(withdrawn)",
        )
    }

    /// Counting one less who is enrolled in a course, listed or not, when anybody is: a part of the transaction that takes their
    /// enrolment back.
    ///
    /// # Errors
    /// None that could be met: the request is complete.
    pub fn uncounting_enrolment(&self, id: &CourseId) -> Result<Update, StoreError> {
        self.updating_count(
            id,
            "SET enrollmentCount = enrollmentCount - :one",
            "enrollmentCount >= :one",
        )
    }

    fn updating_count(&self, id: &CourseId, update: &str, condition: &str) -> Result<Update, StoreError> {
        Update::builder()
            .table_name(&self.name)
            .key("courseId", AttributeValue::S(id.to_string()))
            .update_expression(update)
            .condition_expression(condition)
            .expression_attribute_values(":one", AttributeValue::N("1".to_owned()))
            .build()
            .map_err(|error| StoreError::malformed(&self.name, id.as_str(), error))
    }

    /// Takes a course off the list. Its enrolment count is kept for its return.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn withdraw(&self, id: &str) -> Result<(), StoreError> {
        let request = self
            .client
            .update_item()
            .table_name(&self.name)
            .key("courseId", AttributeValue::S(id.to_string()))
            .update_expression("SET withdrawn = :true")
            .condition_expression("attribute_exists(courseId)")
            .expression_attribute_values(":true", AttributeValue::Bool(true));
        let written = write_alone(|| request.clone().send()).await;
        written.map_err(|error| StoreError::unavailable(&self.name, &error))?;
        Ok(())
    }

    /// Every item that the filter lets through, page by page.
    async fn scan(&self, filter: Option<&str>) -> Result<Vec<HashMap<String, AttributeValue>>, StoreError> {
        self.client
            .scan()
            .table_name(&self.name)
            .set_filter_expression(filter.map(str::to_owned))
            .into_paginator()
            .items()
            .send()
            .collect::<Result<_, _>>()
            .await
            .map_err(|error| StoreError::unavailable(&self.name, &error))
    }

    fn parse(&self, item: HashMap<String, AttributeValue>) -> Result<Course, StoreError> {
        let key = format!("{:?}", item.get("courseId"));
        from_item::<_, CourseItem>(item)
            .map(Course::from)
            .map_err(|error| StoreError::malformed(&self.name, key, error))
    }
}

impl StoredCourse {
    /// None for an item without a key, which no table has.
    fn of(item: HashMap<String, AttributeValue>) -> Option<Self> {
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
            enrollment_count: item.enrollment_count,
        }
    }
}

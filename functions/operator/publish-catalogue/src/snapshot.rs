//! A snapshot of the catalogue: the responses of `GET /courses` and `GET /courses/{id}` in each language, as files of the site.

use std::collections::BTreeMap;

use api::ApiResult;
use app::{catalogue::ListedCourseView, course_page_view::CoursePageView};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::{Course, Language};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::course_details::DetailsAndCountedRuns;

/// The responses by the keys of their objects: `catalogue/`, the code of the language, and the path of the request.
pub(crate) struct Snapshot(BTreeMap<String, Vec<u8>>);

/// A digest of each object of a snapshot, by key.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Digests(BTreeMap<String, String>);

impl Snapshot {
    /// What the API responds at that time. A course without an entry in `details` has no details and no runs.
    pub(crate) fn new(
        courses: &[Course],
        details: &BTreeMap<String, DetailsAndCountedRuns>,
        now: Timestamp,
    ) -> ApiResult<Self> {
        let mut responses = BTreeMap::new();
        let none = DetailsAndCountedRuns::default();
        for language in Language::ALL {
            let list = format!("catalogue/{}/courses", language.code());
            for course in courses {
                let page = details.get(course.id.as_str()).unwrap_or(&none);
                let view = CoursePageView::new(course, page, language, now);
                responses.insert(format!("{list}/{}", course.id), api::public_body(view)?);
            }
            let views: Vec<_> = courses
                .iter()
                .map(|course| ListedCourseView::new(course, language, now))
                .collect();
            responses.insert(list, api::public_body(views)?);
        }
        Ok(Self(responses))
    }

    /// The digests of its objects.
    pub(crate) fn digests(&self) -> Digests {
        let digest = |bytes| URL_SAFE_NO_PAD.encode(Sha256::digest(bytes));
        Digests(self.0.iter().map(|(key, bytes)| (key.clone(), digest(bytes))).collect())
    }

    /// The objects with these keys.
    pub(crate) fn into_objects(self, keys: &[String]) -> Vec<(String, Vec<u8>)> {
        self.0.into_iter().filter(|(key, _)| keys.contains(key)).collect()
    }
}

impl Digests {
    /// The keys of objects that are new or differ from those of another snapshot.
    pub(crate) fn changed_since(&self, before: &Self) -> Vec<String> {
        let changed = self.0.iter().filter(|(key, digest)| before.0.get(*key) != Some(digest));
        changed.map(|(key, _)| key.clone()).collect()
    }

    /// The keys of objects that only another snapshot has.
    pub(crate) fn gone_since(&self, before: &Self) -> Vec<String> {
        let gone = before.0.keys().filter(|key| !self.0.contains_key(*key));
        gone.cloned().collect()
    }
}

//! A snapshot of the catalogue: the responses of `GET /courses` and `GET /courses/{id}` in each language, as files of the site.

use std::collections::{BTreeMap, BTreeSet};

use api::ApiResult;
use app::{catalogue::ListedCourseView, course_page_view::CoursePageView};
use domain::{Course, Language};
use jiff::Timestamp;
use md5::{Digest, Md5};
use store::{StoreError, course_details::DetailsAndCountedRuns};
use tracing::error;

pub(crate) const PREFIX: &str = "catalogue/";

/// The responses by the keys of their objects: the prefix, the code of the language, and the path of the request.
#[derive(Default)]
pub(crate) struct Snapshot {
    responses: BTreeMap<String, Vec<u8>>,
    /// Objects that stay as they are, because what they show is malformed.
    kept: BTreeSet<String>,
}

/// What the bucket has to do to have a snapshot.
pub(crate) struct Changes {
    /// Objects that are new or different.
    pub(crate) written: Vec<(String, Vec<u8>)>,
    pub(crate) deleted: Vec<String>,
}

impl Snapshot {
    /// What the API responds at that time. A course without an entry in `details` has no details and no runs.
    pub(crate) fn new(
        courses: &[Course],
        details: &BTreeMap<String, Result<DetailsAndCountedRuns, StoreError>>,
        now: Timestamp,
    ) -> ApiResult<Self> {
        let mut snapshot = Self::default();
        for language in Language::ALL {
            let views: Vec<_> = courses
                .iter()
                .map(|course| ListedCourseView::new(course, language, now))
                .collect();
            snapshot.add(language, "courses", api::public_body(views)?);
        }
        let none = Ok(DetailsAndCountedRuns::default());
        for course in courses {
            let path = format!("courses/{}", course.id);
            match details.get(course.id.as_str()).unwrap_or(&none) {
                Ok(page) => {
                    for language in Language::ALL {
                        let view = CoursePageView::new(course, page, language, now);
                        snapshot.add(language, &path, api::public_body(view)?);
                    }
                }
                Err(cause) => {
                    error!(%cause, "page of a course not published");
                    snapshot.kept.extend(Language::ALL.map(|language| key(language, &path)));
                }
            }
        }
        Ok(snapshot)
    }

    fn add(&mut self, language: Language, path: &str, response: Vec<u8>) {
        self.responses.insert(key(language, path), response);
    }

    /// How it differs from what is published: the MD5 digest of each object, by key.
    pub(crate) fn changes(self, published: &BTreeMap<String, Option<u128>>) -> Changes {
        let is_gone = |key: &&String| !self.responses.contains_key(*key) && !self.kept.contains(*key);
        let deleted = published.keys().filter(is_gone).cloned().collect();
        let is_changed =
            |(key, response): &(String, Vec<u8>)| published.get(key).copied().flatten() != Some(digest(response));
        let written = self.responses.into_iter().filter(is_changed).collect();
        Changes { written, deleted }
    }
}

fn key(language: Language, path: &str) -> String {
    format!("{PREFIX}{}/{path}", language.code())
}

fn digest(response: &[u8]) -> u128 {
    u128::from_be_bytes(Md5::digest(response).into())
}

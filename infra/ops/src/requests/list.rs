//! `ops requests list` and `ops requests show`.

use std::{
    collections::BTreeMap,
    fmt::{self, Display},
};

use domain::{CourseId, PlaceRequestState, RunId};
use serde::Serialize;
use store::{course_details::CourseDetailsTable, place_requests::PlaceRequest, users::User};

use crate::{
    stack::{Stack, StackError},
    users::UserSummary,
};

#[derive(Serialize)]
pub(super) struct Requests {
    requests: Vec<ListedRequest>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ListedRequest {
    #[serde(flatten)]
    request: PlaceRequest,
    /// None when the user is being deleted.
    #[serde(rename = "account")]
    user: Option<UserSummary>,
    /// None when the run has left the catalogue.
    #[serde(skip_serializing_if = "Option::is_none")]
    places: Option<Places>,
}

#[derive(Clone, Copy, Serialize)]
struct Places {
    places: u32,
    taken: u32,
}

/// Reads each run once.
struct Runs {
    details: CourseDetailsTable,
    read: BTreeMap<(CourseId, RunId), Option<Places>>,
}

/// The requests in that state, oldest first.
pub(super) async fn list(
    stack: &Stack,
    course: Option<CourseId>,
    state: PlaceRequestState,
) -> Result<Requests, StackError> {
    let table = stack.place_requests();
    let requests = match state {
        PlaceRequestState::Pending => table.pending().await?,
        PlaceRequestState::Accepted | PlaceRequestState::Declined => table.all().await?,
    };
    let mut runs = Runs::new(stack);
    let mut listed = Vec::new();
    for request in requests {
        if request.state == state && course.as_ref().is_none_or(|course| *course == request.course_id) {
            let user = stack.users().find(&request.user_id).await?;
            listed.push(ListedRequest {
                user: user.as_ref().map(UserSummary::of),
                places: runs.places_of(&request).await?,
                request,
            });
        }
    }
    Ok(Requests { requests: listed })
}

/// All requests of a user, by course.
pub(super) async fn show(stack: &Stack, user: &User) -> Result<Requests, StackError> {
    let mut runs = Runs::new(stack);
    let mut listed = Vec::new();
    for request in stack.place_requests().of_user(&user.user_id).await? {
        listed.push(ListedRequest {
            user: Some(UserSummary::of(user)),
            places: runs.places_of(&request).await?,
            request,
        });
    }
    Ok(Requests { requests: listed })
}

impl Runs {
    fn new(stack: &Stack) -> Self {
        Self {
            details: stack.table(CourseDetailsTable::new, "course-details"),
            read: BTreeMap::new(),
        }
    }

    async fn places_of(&mut self, request: &PlaceRequest) -> Result<Option<Places>, StackError> {
        let key = (request.course_id.clone(), request.run_id.clone());
        if let Some(places) = self.read.get(&key) {
            return Ok(*places);
        }
        let counted = self.details.find_run(&key.0, &key.1).await?;
        let places = counted.map(|counted| Places {
            places: counted.run.places,
            taken: counted.taken,
        });
        self.read.insert(key, places);
        Ok(places)
    }
}

impl Display for ListedRequest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { request, user, places } = self;
        let (course, run, state) = (&request.course_id, &request.run_id, request.state.as_str());
        write!(formatter, "{}  {course}, {run}, {state}", request.requested_at)?;
        match places {
            Some(Places { places, taken }) => write!(formatter, ", {taken} of {places} places taken")?,
            None => formatter.write_str(", the run has left the catalogue")?,
        }
        match user {
            Some(user) => write!(formatter, "\n  {user}")?,
            None => write!(formatter, "\n  {}: no such user", request.user_id)?,
        }
        write!(formatter, "\n  dates     {} to {}", request.start, request.end)?;
        for (name, text) in [("message", &request.message), ("reason", &request.reason)] {
            if let Some(text) = text {
                write!(formatter, "\n  {name:<10}{text}")?;
            }
        }
        Ok(())
    }
}

impl Display for Requests {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.requests.is_empty() {
            return formatter.write_str("No requests found.");
        }
        let requests: Vec<_> = self.requests.iter().map(ToString::to_string).collect();
        formatter.write_str(&requests.join("\n"))
    }
}

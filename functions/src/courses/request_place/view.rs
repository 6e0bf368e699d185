//! The data of the response.

use domain::RunId;
use jiff::{Timestamp, civil::Date};
use serde::Serialize;
use store::place_requests::PlaceRequest;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PlaceRequestView<'a> {
    run: RunDates<'a>,
    state: &'static str,
    place: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    requested_at: Timestamp,
}

#[derive(Serialize)]
struct RunDates<'a> {
    id: &'a RunId,
    start: Date,
    end: Date,
}

impl<'a> PlaceRequestView<'a> {
    pub(crate) fn new(request: &'a PlaceRequest) -> Self {
        Self {
            run: RunDates {
                id: &request.run_id,
                start: request.start,
                end: request.end,
            },
            // As the API has always called what waits for somebody.
            state: "pending",
            place: request.state.as_str(),
            message: request.message.as_deref(),
            requested_at: request.requested_at,
        }
    }
}

//! Courses, and requests for places in them.

pub mod cancel_place;
pub mod get;
pub mod get_calendar;
pub mod get_proforma;
pub mod join_session;
pub mod list;
pub mod list_materials;
pub mod request_place;
pub mod send_proof;
pub mod set_payer;
pub mod withdraw_request;

use api::{ApiError, ApiRequest, ApiResult, ErrorCode};
use app::places::Places;
use auth::{authenticate, tokens::Tokens};
use domain::CourseId;
use store::place_requests::PlaceRequest;

/// The place of the signed-in user in the course of the path. The course may have left the catalogue.
async fn find_place(tokens: &Tokens, places: &Places, request: &ApiRequest) -> ApiResult<PlaceRequest> {
    let user = authenticate(tokens, &places.users, request).await?.user_id;
    let not_found = || ApiError::not_found(ErrorCode::PlaceRequestNotFound);
    let course: CourseId = request.path_id("id").ok_or_else(not_found)?;
    places.requests.find(&user, &course).await?.ok_or_else(not_found)
}

//! The pages of staff. Each endpoint names the roles that may use it; [`auth::staff::StaffGate`] checks them.

pub mod change_person;
pub mod decide_application;
pub mod decide_place;
pub mod find_people;
pub mod get_application;
pub mod get_person;
pub mod get_place;
pub mod get_today;
pub mod list_applications;
pub mod list_audit;
pub mod list_members;
pub mod list_places;
mod place_view;
pub mod record_payment;
pub mod set_roles;
pub mod sign_in;

use api::{ApiError, ApiRequest, ApiResult, ErrorCode};
use app::place_desk::PlaceDesk;
use auth::staff::StaffMember;
use domain::{CourseId, UserId};
use store::{place_requests::PlaceRequest, users::User};

/// The place that the path names, with its user.
///
/// # Errors
/// `place_request_not_found`; and `forbidden` for a place of the staff member.
async fn find_place(desk: &PlaceDesk, member: &StaffMember, request: &ApiRequest) -> ApiResult<(User, PlaceRequest)> {
    let not_found = || ApiError::not_found(ErrorCode::PlaceRequestNotFound);
    let user: UserId = request.path_id("user").ok_or_else(not_found)?;
    let course: CourseId = request.path_id("course").ok_or_else(not_found)?;
    if user == member.user.user_id {
        return Err(ErrorCode::Forbidden.into());
    }
    let (user, place) = tokio::try_join!(desk.places.users.find(&user), desk.places.requests.find(&user, &course))?;
    user.zip(place).ok_or_else(not_found)
}

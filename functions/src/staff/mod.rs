//! The pages of staff. Each endpoint names the roles that may use it; [`auth::staff::StaffGate`] checks them.

mod announcements_view;
pub mod change_person;
pub mod change_run;
pub mod decide_application;
pub mod decide_place;
pub mod find_people;
pub mod get_announcements;
pub mod get_application;
pub mod get_closed_days;
pub mod get_payment_instructions;
pub mod get_person;
pub mod get_place;
pub mod get_proforma;
pub mod get_run;
pub mod get_today;
pub mod list_applications;
pub mod list_audit;
pub mod list_members;
pub mod list_places;
pub mod list_runs;
mod place_view;
pub mod record_payment;
pub mod request_announcement;
mod run_view;
pub mod set_closed_days;
pub mod set_payment_instructions;
pub mod set_roles;
pub mod shift_sessions;
pub mod sign_in;

use api::{ApiError, ApiRequest, ApiResult, ErrorCode};
use app::{
    place_desk::PlaceDesk,
    run_desk::{OpenRun, RunDesk},
};
use auth::staff::StaffMember;
use domain::{CourseId, RunId, UserId};
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

/// The run that the path names, as it is now.
async fn open_run(desk: &RunDesk, request: &ApiRequest) -> ApiResult<OpenRun> {
    let not_found = || ApiError::not_found(ErrorCode::RunNotFound);
    let course: CourseId = request.path_id("course").ok_or_else(not_found)?;
    let run: RunId = request.path_id("run").ok_or_else(not_found)?;
    Box::pin(desk.open(course, &run)).await
}

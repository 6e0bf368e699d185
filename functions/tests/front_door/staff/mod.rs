mod access;
mod change_person;
mod change_run;
mod decide_application;
mod decide_place;
mod find_people;
mod get_announcements;
mod get_application;
mod get_closed_days;
mod get_payment_instructions;
mod get_person;
mod get_place;
mod get_proforma;
mod get_run;
mod get_today;
mod list_applications;
mod list_audit;
mod list_members;
mod list_places;
mod place;
mod record_payment;
mod request_announcement;
mod set_closed_days;
mod set_payment_instructions;
mod set_roles;
mod shift_sessions;
mod sign_in;

use crate::prelude::*;

/// A verified teacher with a CV and a video.
async fn teacher(stack: &Stack) -> TestUser {
    let cv = TestFile::upload_document(stack, None).await;
    let video = TestFile::insert_video(stack).await;
    let registration = TestUser::teacher_registration(stack, &cv, Some(&video)).await;
    TestUser::verified_with(stack, &registration).await
}

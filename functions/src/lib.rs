//! The functions: a module for each endpoint and job, with its payload, what it is made of, and its handler.
//!
//! On AWS, each is a binary of its own, in `functions/size` or `functions/speed`. On a developer's machine and in tests, one binary serves all
//! of them ([`run`]).
#![cfg_attr(
    test,
    allow(
        unused_crate_dependencies,
        reason = "a target of a package uses a part of its dependencies"
    )
)]

pub mod contact;
pub mod course_prices;
pub mod courses;
pub mod file;
pub mod operator;
pub mod services;
pub mod staff;
pub mod users;

use api::{Endpoint, RuntimeError};
use app::{Wired, jobs::Job};
use tokio::runtime::Builder;

/// Serves an endpoint for the life of the instance.
pub fn endpoint<E: Endpoint + Wired>() -> Result<(), RuntimeError> {
    Builder::new_current_thread()
        .enable_all()
        .build()?
        .block_on(app::serve::<E>())
}

/// Serves a job for the life of the instance, as [`endpoint`].
pub fn job<J: Job + Wired>() -> Result<(), RuntimeError> {
    Builder::new_current_thread()
        .enable_all()
        .build()?
        .block_on(app::serve_job::<J>())
}

/// Serves the function with the name of this binary, such as `users-login`.
pub fn run(binary: &str) -> Result<(), RuntimeError> {
    match binary {
        "contact-send-message" => endpoint::<contact::send_message::SendMessage>(),
        "course-prices-list" => endpoint::<course_prices::list::ListCoursePrices>(),
        "courses-cancel-place" => endpoint::<courses::cancel_place::CancelPlace>(),
        "courses-get" => endpoint::<courses::get::GetCourse>(),
        "courses-get-calendar" => endpoint::<courses::get_calendar::GetCalendar>(),
        "courses-join-session" => endpoint::<courses::join_session::JoinSession>(),
        "courses-list" => endpoint::<courses::list::ListCourses>(),
        "courses-list-materials" => endpoint::<courses::list_materials::ListMaterials>(),
        "courses-request-place" => endpoint::<courses::request_place::RequestPlace>(),
        "courses-send-proof" => endpoint::<courses::send_proof::SendProof>(),
        "courses-set-payer" => endpoint::<courses::set_payer::SetPayer>(),
        "courses-get-proforma" => endpoint::<courses::get_proforma::GetProforma>(),
        "courses-withdraw-request" => endpoint::<courses::withdraw_request::WithdrawRequest>(),
        "file-delete" => endpoint::<file::delete::DeleteFile>(),
        "file-document" => endpoint::<file::document::UploadDocument>(),
        "file-image" => endpoint::<file::image::UploadImage>(),
        "file-video-cancel-upload" => endpoint::<file::video_cancel_upload::CancelUpload>(),
        "file-video-finalize-upload" => endpoint::<file::video_finalize_upload::FinalizeUpload>(),
        "file-video-get-upload" => endpoint::<file::video_get_upload::GetUpload>(),
        "file-video-start-upload" => endpoint::<file::video_start_upload::StartUpload>(),
        "file-video-upload-chunk" => endpoint::<file::video_upload_chunk::UploadChunk>(),
        "operator-advance-places" => job::<operator::advance_places::AdvancePlaces>(),
        "operator-notify-participants" => job::<operator::notify_participants::NotifyParticipants>(),
        "operator-publish-catalogue" => job::<operator::publish_catalogue::PublishCatalogue>(),
        "operator-record-scan" => job::<operator::record_scan::RecordScan>(),
        "operator-remove-files" => job::<operator::remove_files::RemoveFiles>(),
        "operator-delete-unverified" => job::<operator::delete_unverified::DeleteUnverified>(),
        "operator-announce" => job::<operator::announce::Announce>(),
        "operator-send-digest" => job::<operator::send_digest::SendDigest>(),
        "services-add-interest" => endpoint::<services::add_interest::AddInterest>(),
        "services-withdraw-interest" => endpoint::<services::withdraw_interest::WithdrawInterest>(),
        "staff-change-run" => endpoint::<staff::change_run::ChangeRun>(),
        "staff-get-run" => endpoint::<staff::get_run::GetRun>(),
        "staff-list-runs" => endpoint::<staff::list_runs::ListRuns>(),
        "staff-shift-sessions" => endpoint::<staff::shift_sessions::ShiftSessions>(),
        "staff-change-person" => endpoint::<staff::change_person::ChangePerson>(),
        "staff-decide-application" => endpoint::<staff::decide_application::DecideApplication>(),
        "staff-find-people" => endpoint::<staff::find_people::FindPeople>(),
        "staff-get-application" => endpoint::<staff::get_application::GetApplication>(),
        "staff-get-person" => endpoint::<staff::get_person::GetPerson>(),
        "staff-list-applications" => endpoint::<staff::list_applications::ListApplications>(),
        "staff-decide-place" => endpoint::<staff::decide_place::DecidePlace>(),
        "staff-get-place" => endpoint::<staff::get_place::GetPlace>(),
        "staff-get-proforma" => endpoint::<staff::get_proforma::GetProforma>(),
        "staff-get-today" => endpoint::<staff::get_today::GetToday>(),
        "staff-list-audit" => endpoint::<staff::list_audit::ListAudit>(),
        "staff-list-members" => endpoint::<staff::list_members::ListMembers>(),
        "staff-list-places" => endpoint::<staff::list_places::ListPlaces>(),
        "staff-record-payment" => endpoint::<staff::record_payment::RecordPayment>(),
        "staff-get-announcements" => endpoint::<staff::get_announcements::GetAnnouncements>(),
        "staff-request-announcement" => endpoint::<staff::request_announcement::RequestAnnouncement>(),
        "staff-get-closed-days" => endpoint::<staff::get_closed_days::GetClosedDays>(),
        "staff-set-closed-days" => endpoint::<staff::set_closed_days::SetClosedDays>(),
        "staff-get-payment-instructions" => endpoint::<staff::get_payment_instructions::GetPaymentInstructions>(),
        "staff-set-payment-instructions" => endpoint::<staff::set_payment_instructions::SetPaymentInstructions>(),
        "staff-set-roles" => endpoint::<staff::set_roles::SetRoles>(),
        "staff-sign-in" => endpoint::<staff::sign_in::SignIn>(),
        "users-add-passkey" => endpoint::<users::add_passkey::AddPasskey>(),
        "users-begin-passkey" => endpoint::<users::begin_passkey::BeginPasskey>(),
        "users-begin-passkey-login" => endpoint::<users::begin_passkey_login::BeginPasskeyLogin>(),
        "users-begin-registration" => endpoint::<users::begin_registration::BeginRegistration>(),
        "users-cancel-email-change" => endpoint::<users::cancel_email_change::CancelEmailChange>(),
        "users-change-email" => endpoint::<users::change_email::ChangeEmail>(),
        "users-change-password" => endpoint::<users::change_password::ChangePassword>(),
        "users-confirm-email-change" => endpoint::<users::confirm_email_change::ConfirmEmailChange>(),
        "users-correct-email" => endpoint::<users::correct_email::CorrectEmail>(),
        "users-delete" => endpoint::<users::delete::Delete>(),
        "users-end-other-sessions" => endpoint::<users::end_other_sessions::EndOtherSessions>(),
        "users-end-session" => endpoint::<users::end_session::EndSession>(),
        "users-get-export" => endpoint::<users::get_export::GetExport>(),
        "users-give-consent" => endpoint::<users::give_consent::GiveConsent>(),
        "users-get-receipt" => endpoint::<users::get_receipt::GetReceipt>(),
        "users-list-courses" => endpoint::<users::list_courses::ListCourses>(),
        "users-list-passkeys" => endpoint::<users::list_passkeys::ListPasskeys>(),
        "users-list-sessions" => endpoint::<users::list_sessions::ListSessions>(),
        "users-login" => endpoint::<users::login::Login>(),
        "users-logout" => endpoint::<users::logout::Logout>(),
        "users-make-export" => job::<users::make_export::MakeExport>(),
        "users-me" => endpoint::<users::me::Me>(),
        "users-passkey-login" => endpoint::<users::passkey_login::PasskeyLogin>(),
        "users-register" => endpoint::<users::register::Register>(),
        "users-reject-verification" => endpoint::<users::reject_verification::RejectVerification>(),
        "users-remove-passkey" => endpoint::<users::remove_passkey::RemovePasskey>(),
        "users-rename-passkey" => endpoint::<users::rename_passkey::RenamePasskey>(),
        "users-request-export" => endpoint::<users::request_export::RequestExport>(),
        "users-request-reset" => endpoint::<users::request_reset::RequestReset>(),
        "users-resend-verification" => endpoint::<users::resend_verification::ResendVerification>(),
        "users-reset-password" => endpoint::<users::reset_password::ResetPassword>(),
        "users-revert-email-change" => endpoint::<users::revert_email_change::RevertEmailChange>(),
        "users-set-language" => endpoint::<users::set_language::SetLanguage>(),
        "users-set-reminders" => endpoint::<users::set_reminders::SetReminders>(),
        "users-stop-reminders" => endpoint::<users::stop_reminders::StopReminders>(),
        "users-update" => endpoint::<users::update::Update>(),
        "users-verification" => endpoint::<users::verification::Verification>(),
        "users-verify-email" => endpoint::<users::verify_email::VerifyEmail>(),
        "users-verify-reset-code" => endpoint::<users::verify_reset_code::VerifyResetCode>(),
        _ => Err(format!("no function is called {binary:?}").into()),
    }
}

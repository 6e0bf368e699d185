//! `POST /users/stop-reminders?token=`: turns off the reminders of sessions, by one press in an email.

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, Message};
use app::wired;
use auth::reminders::ReminderLinks;
use store::users::UsersTable;

wired! {
    pub struct StopReminders(wiring), warm_up(links, users) {
        links: ReminderLinks = wiring.reminder_links()?,
        users: UsersTable = wiring.users()?,
    }
}

impl Endpoint for StopReminders {
    /// Email programs send this request (RFC 8058), with a form of one fixed field in the body, and without cookies or a session. The token
    /// of a deleted user gets the same response.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let user = self.links.read(request.query("token").unwrap_or_default()).await?;
        self.users.set_reminders(&user, false).await?;
        ApiResponse::message(request, Message::RemindersStopped)
    }
}

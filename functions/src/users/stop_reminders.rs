//! `POST /users/stop-reminders?token=`: turns off the reminders of sessions, by one press in an email.

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, Message};
use app::{Wired, Wiring};
use auth::reminders::ReminderLinks;
use platform::config::ConfigError;
use store::users::UsersTable;

pub struct StopReminders {
    links: ReminderLinks,
    users: UsersTable,
}

impl Wired for StopReminders {
    fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            links: wiring.reminder_links()?,
            users: wiring.users()?,
        })
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

    async fn warm_up(&self) {
        tokio::join!(self.links.warm_up(), self.users.warm_up());
    }
}

//! The dependencies of the function that sends the digest.

use app::Wiring;
use domain::{EmailAddress, TeacherApproval};
use mail::Mailer;
use platform::config::ConfigError;
use store::{place_requests::PlaceRequestsTable, users::UsersTable};

/// The clients and services that the handler uses.
pub(crate) struct SendDigest {
    /// Whom to tell. None when no digest is sent.
    pub(crate) reader: Option<EmailAddress>,
    /// The name of the stack, for the commands in the email.
    pub(crate) stack: String,
    pub(crate) approval: TeacherApproval,
    pub(crate) users: UsersTable,
    pub(crate) requests: PlaceRequestsTable,
    pub(crate) mailer: Mailer,
}

impl SendDigest {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        let environment = wiring.environment();
        Ok(Self {
            reader: environment.digest_email()?,
            // The metrics of a stack have its name.
            stack: environment.metrics_namespace()?,
            approval: environment.teacher_approval()?,
            users: wiring.users()?,
            requests: wiring.place_requests()?,
            mailer: wiring.mailer()?,
        })
    }
}

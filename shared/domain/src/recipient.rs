//! Who an email is written to.

use crate::{EmailAddress, Language};

/// What an email needs to know of its reader.
#[derive(Debug, Clone, Copy)]
pub struct EmailRecipient<'a> {
    /// Where the email goes.
    pub email: &'a EmailAddress,
    /// The full name, for the greeting.
    pub name: &'a str,
    /// The language of the email.
    pub language: Language,
}

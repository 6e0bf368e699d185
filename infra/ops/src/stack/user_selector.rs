//! How a command line names a user.

use std::{fmt, str::FromStr};

use domain::{EmailAddress, UserId};

#[derive(Debug, Clone)]
pub(crate) enum UserSelector {
    Email(EmailAddress),
    Id(UserId),
}

impl FromStr for UserSelector {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Ok(email) = text.parse() {
            return Ok(Self::Email(email));
        }
        let id = text.trim().parse().map(Self::Id);
        id.map_err(|_| "neither an email address nor a user id")
    }
}

impl fmt::Display for UserSelector {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Email(email) => email.fmt(formatter),
            Self::Id(id) => id.fmt(formatter),
        }
    }
}

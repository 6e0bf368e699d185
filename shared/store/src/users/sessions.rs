//! Sessions of users: the map `sessions` in the item of a user, so that a request that reads the user needs no other read.
//!
//! A sign-in, a use and a logout write one session: two sign-ins at the same time both keep theirs, and a session that has ended stays
//! ended. Writes that end the others replace the map by one that was read before. They require the token version of that read and raise
//! it, so no sign-in is lost between; a use may be. The attribute is missing until the first sign-in.

use std::collections::HashMap;

use aws_sdk_dynamodb::{operation::update_item::builders::UpdateItemFluentBuilder, types::AttributeValue};
use domain::{PasskeyId, SessionId, UserId};
use serde::{Deserialize, Serialize};

use super::{StaffSignIn, User, UsersTable, user_item_key};
use crate::{StoreError, table::number};

/// The sessions of a user, by id.
pub type Sessions = HashMap<SessionId, Session>;

/// A session. Times are in seconds since the epoch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    /// The country of the sign-in, if it is known: ISO 3166-1 alpha-2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// The city of the sign-in, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    pub created_at: u64,
    /// When it was last used, with a precision of some minutes.
    pub last_seen_at: u64,
    /// The idle expiry, which a use postpones.
    pub expires_at: u64,
    /// The absolute expiry.
    pub ends_at: u64,
    /// How long it lasts without being used, in seconds.
    pub idle_seconds: u64,
    /// The user's token version that it belongs to. A later version ends it.
    pub token_version: u64,
    /// The passkey that it began with. None after a sign-in with the password. Removing the passkey ends it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passkey: Option<PasskeyId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub staff: Option<StaffSignIn>,
}

/// The attribute `sessions` after all of them were ended.
pub(super) fn no_sessions() -> AttributeValue {
    AttributeValue::M(HashMap::new())
}

impl Session {
    /// The idle expiry after a use at `now`, at most the absolute expiry.
    pub fn expiry_after_use(&self, now: u64) -> u64 {
        self.ends_at.min(now.saturating_add(self.idle_seconds))
    }
}

impl User {
    /// The sessions that have neither ended nor expired.
    pub fn live_sessions(&self, now: u64) -> impl Iterator<Item = (&SessionId, &Session)> {
        let all = self.sessions.iter().flatten();
        all.filter(move |(_, session)| session.token_version == self.token_version && now < session.expires_at)
    }

    /// The session with that id, if it has neither ended nor expired.
    pub fn live_session(&self, id: &SessionId, now: u64) -> Option<&Session> {
        self.live_sessions(now)
            .find(|(live, _)| *live == id)
            .map(|(_, session)| session)
    }

    /// The map after a write that raises the token version and ends all sessions but one.
    pub fn sessions_with_only(&self, kept: &SessionId) -> Sessions {
        let session = self.sessions.as_ref().and_then(|all| all.get(kept));
        let session = session.map(|session| Session {
            token_version: self.token_version + 1,
            ..session.clone()
        });
        session.map(|session| (kept.clone(), session)).into_iter().collect()
    }
}

impl UsersTable {
    /// Adds a session, and removes others (`removed`). False when the token version is not the one that was read: the password was
    /// changed meanwhile, or the user was blocked or deleted; and when the passkey that it began with was removed. It can be repeated.
    pub async fn add_session(
        &self,
        read: &User,
        id: &SessionId,
        session: &Session,
        removed: &[SessionId],
    ) -> Result<bool, StoreError> {
        let addition = |creates| self.session_addition(creates, read, id, session, removed);
        self.table.add_to_map(read.sessions.is_none(), addition).await
    }

    fn session_addition(
        &self,
        creates: bool,
        read: &User,
        id: &SessionId,
        session: &Session,
        removed: &[SessionId],
    ) -> Result<UpdateItemFluentBuilder, StoreError> {
        let described = "new session";
        let update = self.table.update(user_item_key(&read.user_id));
        let update = update.expression_attribute_values(":version", number(read.token_version));
        let (update, has_passkey) = match &session.passkey {
            Some(passkey) => (
                update.expression_attribute_names("#passkey", passkey.as_str()),
                " AND attribute_exists(passkeys.#passkey)",
            ),
            None => (update, ""),
        };
        Ok(if creates {
            let first = HashMap::from([(id, session)]);
            update
                .update_expression("SET sessions = :sessions")
                .condition_expression(format!(
                    "tokenVersion = :version AND attribute_not_exists(sessions){has_passkey}"
                ))
                .expression_attribute_values(":sessions", self.table.attribute(&first, described)?)
        } else {
            let names = removed.iter().enumerate();
            let names: Vec<_> = names
                .map(|(index, id)| (format!("#removed{index}"), id.as_str()))
                .collect();
            let paths: Vec<_> = names.iter().map(|(name, _)| format!("sessions.{name}")).collect();
            let removal = if paths.is_empty() { "" } else { " REMOVE " };
            let update = update
                .update_expression(format!("SET sessions.#id = :session{removal}{}", paths.join(", ")))
                .condition_expression(format!(
                    "tokenVersion = :version AND attribute_exists(sessions){has_passkey}"
                ))
                .expression_attribute_names("#id", id.as_str())
                .expression_attribute_values(":session", self.table.attribute(session, described)?);
            let name = |update: UpdateItemFluentBuilder, (name, id)| update.expression_attribute_names(name, id);
            names.into_iter().fold(update, name)
        })
    }

    /// Writes the use of a session at `now`. False when it has ended, or another request has written a use since it was read.
    pub async fn touch_session(
        &self,
        user: &UserId,
        id: &SessionId,
        read: &Session,
        now: u64,
    ) -> Result<bool, StoreError> {
        let update = self
            .session_update(user, id)
            .update_expression("SET sessions.#id.lastSeenAt = :now, sessions.#id.expiresAt = :expiry")
            .condition_expression("sessions.#id.lastSeenAt = :read")
            .expression_attribute_values(":now", number(now))
            .expression_attribute_values(":expiry", number(read.expiry_after_use(now)))
            .expression_attribute_values(":read", number(read.last_seen_at));
        Ok(self.table.write_if(update).await?.is_some())
    }

    /// Ends a session, if the user has it. It can be repeated.
    pub async fn end_session(&self, user: &UserId, id: &SessionId) -> Result<(), StoreError> {
        let update = self
            .session_update(user, id)
            .update_expression("REMOVE sessions.#id")
            .condition_expression("attribute_exists(sessions.#id)");
        self.table.write_if(update).await?;
        Ok(())
    }

    /// Ends all sessions but one. It raises the token version, which also ends access tokens that predate sessions. Returns the user
    /// after that, and None when the session has ended, or the token version is neither the one that was read nor, after a lost
    /// response, the next. It can be repeated.
    pub async fn end_other_sessions(&self, read: &User, kept: &SessionId) -> Result<Option<User>, StoreError> {
        let sessions = read.sessions_with_only(kept);
        let next = read.token_version + 1;
        let update = self
            .session_update(&read.user_id, kept)
            .update_expression("SET sessions = :kept, tokenVersion = :next")
            .condition_expression(
                "attribute_exists(sessions.#id) \
                 AND (tokenVersion = :read OR tokenVersion = :next AND sessions.#id.tokenVersion = :next)",
            )
            .expression_attribute_values(":kept", self.table.attribute(&sessions, "sessions")?)
            .expression_attribute_values(":read", number(read.token_version))
            .expression_attribute_values(":next", number(next));
        let written = self.table.write_if(update).await?;
        Ok(written.map(|_| User {
            sessions: Some(sessions),
            token_version: next,
            ..read.clone()
        }))
    }

    /// Ends all sessions. Access tokens that predate sessions stay valid.
    pub async fn end_all_sessions(&self, user: &UserId) -> Result<(), StoreError> {
        let update = self
            .table
            .update(user_item_key(user))
            .update_expression("SET sessions = :none")
            .condition_expression("attribute_exists(sessions)")
            .expression_attribute_values(":none", no_sessions());
        self.table.write_if(update).await?;
        Ok(())
    }

    /// An update of a user that names a session `#id`.
    fn session_update(&self, user: &UserId, id: &SessionId) -> UpdateItemFluentBuilder {
        let update = self.table.update(user_item_key(user));
        update.expression_attribute_names("#id", id.as_str())
    }
}

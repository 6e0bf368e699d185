//! Begins a session for each sign-in, and issues its access token.
//!
//! A session is in the item of its user (`store::users::Sessions`), which each authenticated request reads (see
//! [`crate::authenticate`]). So a session that has ended is refused at the next request, without another read.

use std::time::Duration;

use api::{ApiRequest, ApiResult, ErrorCode};
use cookie::Cookie;
use domain::{DeviceName, PasskeyId, Place, SessionId, UserId};
use lambda_http::http::header::USER_AGENT;
use mail::{MailTemplate, Mailer};
use platform::{
    clock,
    config::{ConfigError, Environment},
};
use store::users::{Session, User, UsersTable};
use tokio::time::timeout;
use tracing::warn;

use crate::{
    SignedIn,
    devices::Devices,
    tokens::{TokenError, TokenIssuer, TokenPurpose, Tokens},
};

/// How many sessions a user has at most. With more, the item of a user would often exceed the 4 KB of one read unit.
pub const MAX_SESSIONS: usize = 10;
/// The minimum time between two writes of a session's last use, for a user with one session. With several, each use is written: the least
/// recently used one is displaced by an eleventh. A session that was the only one when it was used is older than all others.
const SEEN_INTERVAL: Duration = Duration::from_mins(10);
/// The time limit of that write.
const SEEN_TIMEOUT: Duration = Duration::from_secs(1);
const MAIL_TIMEOUT: Duration = Duration::from_secs(3);

#[derive(Debug, Clone, Copy)]
pub struct SessionLifetimes {
    /// After a sign-in that does not say whether to remember the user.
    pub standard: Duration,
    /// After a sign-in that asks to remember the user.
    pub remembered: Duration,
    /// After a sign-in that asks not to remember the user.
    pub unremembered: Duration,
    /// Without use.
    pub idle: Duration,
}

#[derive(Debug)]
pub struct Sessions {
    users: UsersTable,
    devices: Devices,
    lifetimes: SessionLifetimes,
}

/// A sign-in whose user is authenticated, by a password or otherwise.
#[derive(Debug)]
pub struct SignIn<'a> {
    /// The user, as read before the password was checked.
    pub user: &'a User,
    pub request: &'a ApiRequest,
    /// Where it came from: see [`crate::origin_check::OriginCheck::place`].
    pub place: Option<Place>,
    /// Whether to keep the user signed in. None when the request does not say.
    pub remember: Option<bool>,
    /// The passkey that has signed. None for a password.
    pub passkey: Option<&'a PasskeyId>,
}

#[derive(Debug)]
pub struct StartedSession {
    pub token: String,
    /// The cookie that remembers the device (see [`Devices`]).
    pub cookie: Cookie<'static>,
    /// The email that reports the sign-in. None on a known device.
    new_device: Option<MailTemplate>,
}

impl SessionLifetimes {
    pub fn from_environment(environment: &Environment) -> Result<Self, ConfigError> {
        Ok(Self {
            standard: environment.session_lifetime()?,
            remembered: environment.remembered_session_lifetime()?,
            unremembered: environment.unremembered_session_lifetime()?,
            idle: environment.idle_session_lifetime()?,
        })
    }

    const fn absolute(self, remember: Option<bool>) -> Duration {
        match remember {
            None => self.standard,
            Some(true) => self.remembered,
            Some(false) => self.unremembered,
        }
    }
}

impl Sessions {
    pub const fn new(users: UsersTable, devices: Devices, lifetimes: SessionLifetimes) -> Self {
        Self {
            users,
            devices,
            lifetimes,
        }
    }

    /// Begins a session. It is the last write of a sign-in: a sign-in that fails before leaves no session behind. It replaces the session
    /// whose access token the request has, of this user or of another one: a browser has one session.
    ///
    /// None when all sessions were ended since the user was read: by a new password, a block, or a deletion; and when the passkey was
    /// removed.
    pub async fn start(&self, tokens: &TokenIssuer, sign_in: SignIn<'_>) -> ApiResult<Option<StartedSession>> {
        let SignIn {
            user,
            request,
            place,
            remember,
            passkey,
        } = sign_in;
        let now = clock::seconds();
        let device = device_of(request);
        let id = SessionId::random();
        let session = Session {
            passkey: passkey.cloned(),
            ..self.session(user, device, place.as_ref(), remember, now)
        };
        // First, so that a failure leaves no session behind.
        let device_of_request = self.devices.recognize(request, &user.email).await?;
        let is_known_device = device_of_request.is_some_and(|device| device.is_known_to(Some(user)));
        let cookie = self.devices.remember(request, user).await?;
        let token = tokens.issue_access(user, &id, &session).await;
        let token = token.map_err(|error| error.into_api_error(ErrorCode::InternalError))?;
        let replaced = session_of_request(tokens, request).await;
        let (own, of_other) = match replaced {
            Some((owner, session)) if owner == user.user_id => (Some(session), None),
            other => (None, other),
        };
        let removed = sessions_to_remove(user, own.as_ref(), now);
        if !self.users.add_session(user, &id, &session, &removed).await? {
            return Ok(None);
        }
        if let Some((owner, session)) = of_other
            && let Err(cause) = self.users.end_session(&owner, &session).await
        {
            warn!(%cause, "the replaced session of another user was not ended");
        }
        let new_device = (!is_known_device).then(|| MailTemplate::NewSignIn {
            device: device.to_string(),
            place,
            time: clock::now().strftime("%Y-%m-%d %H:%M UTC").to_string(),
        });
        Ok(Some(StartedSession {
            token,
            cookie,
            new_device,
        }))
    }

    /// The session of a request under a new id, for the write that ends all others. A request whose access token predates sessions gets
    /// one.
    pub fn renew(&self, signed_in: &SignedIn, request: &ApiRequest) -> RenewedSession {
        let SignedIn { user, session } = signed_in;
        let now = clock::seconds();
        let current = session.as_ref().and_then(|id| user.live_session(id, now)).cloned();
        let session = current.unwrap_or_else(|| self.session(user, device_of(request), None, None, now));
        RenewedSession {
            id: SessionId::random(),
            session: Session {
                token_version: user.token_version + 1,
                staff: None,
                ..session
            },
        }
    }

    fn session(
        &self,
        user: &User,
        device: DeviceName,
        place: Option<&Place>,
        remember: Option<bool>,
        now: u64,
    ) -> Session {
        let mut session = Session {
            browser: device.browser.map(str::to_owned),
            system: device.system.map(str::to_owned),
            country: place.map(|place| place.country.clone()),
            city: place.and_then(|place| place.city.clone()),
            created_at: now,
            last_seen_at: now,
            expires_at: now,
            ends_at: now + self.lifetimes.absolute(remember).as_secs(),
            idle_seconds: self.lifetimes.idle.as_secs(),
            token_version: user.token_version,
            passkey: None,
            staff: None,
        };
        session.expires_at = session.expiry_after_use(now);
        session
    }
}

impl StartedSession {
    /// Whether it has begun on a new device, which is to be reported to the user.
    pub const fn is_on_new_device(&self) -> bool {
        self.new_device.is_some()
    }

    /// Reports a sign-in on a new device to the user, by email. A failure to send is logged, and does not fail the sign-in.
    pub async fn report_new_device(&self, mailer: &Mailer, user: &User) {
        if let Some(mail) = &self.new_device {
            mailer.send_with_timeout(MAIL_TIMEOUT, user, mail).await;
        }
    }
}

/// The session of a request under a new id. It is the user's only session after a change of the password.
#[derive(Debug)]
pub struct RenewedSession {
    id: SessionId,
    session: Session,
}

impl RenewedSession {
    pub const fn entry(&self) -> (&SessionId, &Session) {
        (&self.id, &self.session)
    }

    pub async fn access_token(&self, tokens: &TokenIssuer, user: &User) -> Result<String, TokenError> {
        tokens.issue_access(user, &self.id, &self.session).await
    }
}

/// Writes the last use of a request's session (see [`SEEN_INTERVAL`]). A failure is logged, and does not fail the request.
pub async fn record_use(users: &UsersTable, signed_in: &SignedIn) {
    let now = clock::seconds();
    let SignedIn { user, session } = signed_in;
    let Some((id, session)) = session.as_ref().and_then(|id| Some((id, user.live_session(id, now)?))) else {
        return;
    };
    let is_only_one = user.live_sessions(now).count() < 2;
    if is_only_one && now < session.last_seen_at + SEEN_INTERVAL.as_secs() {
        return;
    }
    let written = timeout(SEEN_TIMEOUT, users.touch_session(&user.user_id, id, session, now));
    match written.await {
        Ok(Ok(_)) => {}
        Ok(Err(cause)) => warn!(%cause, "use of a session not written"),
        Err(_) => warn!(cause = "it took too long", "use of a session not written"),
    }
}

fn device_of(request: &ApiRequest) -> DeviceName {
    DeviceName::of_user_agent(request.header(USER_AGENT).unwrap_or_default())
}

/// The session of the access token that a request has, and its user. None without a valid one, which a sign-in does not need.
async fn session_of_request(tokens: &Tokens, request: &ApiRequest) -> Option<(UserId, SessionId)> {
    let claims = tokens.read(request.bearer_token()?, TokenPurpose::Access).await.ok()?;
    Some((claims.sub, claims.sid?))
}

/// The sessions that a new one displaces: the one that it replaces, those that have ended, and the least recently used ones above the
/// maximum.
fn sessions_to_remove(user: &User, replaced: Option<&SessionId>, now: u64) -> Vec<SessionId> {
    let mut live: Vec<_> = user
        .live_sessions(now)
        .filter(|(id, _)| Some(*id) != replaced)
        .collect();
    live.sort_by_key(|(_, session)| std::cmp::Reverse(session.last_seen_at));
    live.truncate(MAX_SESSIONS - 1);
    let is_kept = |id: &SessionId| live.iter().any(|(kept, _)| *kept == id);
    let all = user.sessions.iter().flatten().map(|(id, _)| id);
    all.filter(|id| !is_kept(id)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use aws_sdk_dynamodb::{Client, Config};
    use serde_json::{Map, Value, json};

    use super::*;
    use crate::{
        samples::{id, request, tokens, user},
        secrets::Secret,
    };

    const NOW: u64 = 1_800_000_000;

    fn session(last_seen_at: u64, expires_at: u64) -> Value {
        json!({"createdAt": 1, "lastSeenAt": last_seen_at, "expiresAt": expires_at, "endsAt": expires_at, "idleSeconds": 20,
            "tokenVersion": 3})
    }

    /// Sessions of hours. No request is sent to the table.
    fn sessions() -> Sessions {
        let lifetimes = SessionLifetimes {
            standard: Duration::from_hours(2),
            remembered: Duration::from_hours(3),
            unremembered: Duration::from_hours(1),
            idle: Duration::from_mins(1),
        };
        let config = Config::builder().behavior_version_latest().build();
        let users = UsersTable::new(Client::from_conf(config), "users".to_owned());
        Sessions::new(users, Devices::new(Secret::known(b"pepper")), lifetimes)
    }

    #[test]
    fn a_session_lasts_as_long_as_the_sign_in_asks() {
        let sessions = sessions();
        let device = DeviceName::of_user_agent("Firefox/145.0 (Windows)");
        let place = Place::parse("DZ", Some("Oran"));
        for (remember, hours) in [(None, 2), (Some(true), 3), (Some(false), 1)] {
            let session = sessions.session(&user(json!({})), device, place.as_ref(), remember, NOW);
            assert_eq!((session.created_at, session.last_seen_at), (NOW, NOW));
            assert_eq!((session.expires_at, session.ends_at), (NOW + 60, NOW + hours * 3600));
            assert_eq!((session.idle_seconds, session.token_version), (60, 3));
            assert_eq!(
                (session.browser.as_deref(), session.city.as_deref()),
                (Some("Firefox"), Some("Oran"))
            );
        }
    }

    #[tokio::test]
    async fn the_session_of_a_request_is_that_of_its_access_token() {
        let (tokens, user) = (tokens(), user(json!({})));
        let renewed = RenewedSession {
            id: id('a').parse().unwrap(),
            session: serde_json::from_value(session(NOW, u64::from(u32::MAX))).unwrap(),
        };
        let token = renewed.access_token(&tokens, &user).await.unwrap();
        let with_token = request(&[("authorization", &format!("Bearer {token}"))]);
        let found = session_of_request(&tokens, &with_token).await;
        assert_eq!(found, Some((user.user_id, renewed.id)));
        assert_eq!(session_of_request(&tokens, &request(&[])).await, None);
    }

    #[test]
    fn a_new_session_displaces_ended_ones_and_the_least_recently_used_above_the_maximum() {
        let digits = || ('a'..='f').chain('1'..='5');
        // The session a was used last.
        let mut sessions: Map<String, Value> = digits()
            .zip((0..).map(|age| session(NOW - age, NOW + 1)))
            .map(|(digit, session)| (id(digit), session))
            .collect();
        sessions.insert(id('9'), session(NOW, NOW));
        let user = user(json!({"sessions": sessions}));
        let removed = |replaced: Option<char>| {
            let replaced = replaced.map(|digit| id(digit).parse().unwrap());
            let mut ids = sessions_to_remove(&user, replaced.as_ref(), NOW);
            ids.sort_by(|one, other| one.as_str().cmp(other.as_str()));
            ids.iter().map(|id| id.as_str()[..1].to_owned()).collect::<String>()
        };
        assert_eq!(removed(None), "459", "of eleven, nine stay");
        assert_eq!(removed(Some('a')), "59a");
        assert_eq!(removed(Some('5')), "459");
    }

    #[test]
    fn a_renewed_session_has_another_id_and_the_next_token_version() {
        let signed_in = |session: Option<char>| SignedIn {
            user: user(json!({"sessions": {id('a'): self::session(1, u64::MAX)}})),
            session: session.map(|digit| id(digit).parse().unwrap()),
        };
        let before = clock::seconds();
        let request = request(&[("user-agent", "Firefox/145.0 (Windows)")]);
        let renew = |session| sessions().renew(&signed_in(session), &request);
        let RenewedSession {
            id: new,
            session: renewed,
        } = renew(Some('a'));
        assert_ne!(new.as_str(), id('a'));
        assert_eq!(
            (renewed.token_version, renewed.ends_at, renewed.created_at),
            (4, u64::MAX, 1)
        );

        let first = renew(None).session;
        assert!((before..=clock::seconds()).contains(&first.created_at));
        assert_eq!((first.token_version, first.ends_at), (4, first.created_at + 2 * 3600));
        assert_eq!(first.browser.as_deref(), Some("Firefox"));
    }
}

//! A user and the password resets of the user's mailbox, as far as they concern signing in, with the requests to AWS.

use std::collections::BTreeMap;

use super::mutation::Mutation;

/// A browser. Its cookie makes it the requester of its codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Browser {
    One,
    /// The second, of the same user or of a stranger.
    Two,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Password {
    #[default]
    Old,
    New,
    Other,
}

/// A random value: a password hash with its salt, a session, a code, or a token.
pub type Random = u8;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Account {
    /// `passwordHash`.
    pub hash: Random,
    pub password: Password,
    /// `tokenVersion`.
    pub version: u8,
    pub sessions: BTreeMap<Random, Session>,
    /// The items of password resets, by requester.
    pub resets: BTreeMap<Browser, Reset>,
    /// Not stored: what browsers and mailbox have.
    pub known: BTreeMap<Browser, Known>,
    /// Not stored: the last random value.
    pub random: Random,
    /// Not stored: sessions that have ended.
    pub ended: Vec<Random>,
    /// Not stored: codes that were exchanged.
    pub exchanged: Vec<Random>,
    /// Not stored: what must not have happened.
    pub faults: Vec<&'static str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Session {
    /// `tokenVersion`.
    pub version: u8,
    /// Not stored: the password hash that was valid when the password was checked.
    pub hash: Random,
}

/// A code or a token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reset {
    /// `codeHash`.
    pub code: Option<Random>,
    /// `proofHash`.
    pub token: Option<Random>,
    /// The password hash in `userHash`.
    pub hash: Random,
}

/// What a browser has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Known {
    /// The session of its access token.
    pub session: Option<Random>,
    /// The code that the mailbox has got for it.
    pub code: Option<Random>,
    /// The token in its cookie.
    pub token: Option<Random>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AwsRequest {
    /// `GetItem` users, with what the browser has.
    GetUser(Browser),
    /// `UpdateItem` users: a sign-in.
    AddSession {
        id: Random,
        /// `tokenVersion`, as it was read.
        version: u8,
        /// The password hash, as it was read.
        hash: Random,
    },
    /// `UpdateItem` users: another password.
    ChangePassword {
        /// Not sent: the password hash that was read.
        read: Random,
        /// The session of the request.
        session: Random,
        /// The new one.
        hash: Random,
        password: Password,
        /// `tokenVersion` after that, for the session of the device, which continues under the id `hash`. The version that was read is one
        /// lower.
        version: u8,
    },
    /// `UpdateItem` users: ends the other sessions.
    EndOthers {
        /// The session that stays.
        session: Random,
        /// `tokenVersion`, as it was read.
        version: u8,
    },
    /// `UpdateItem` users: ends a session.
    EndSession(Random),
    /// `UpdateItem` password resets: a new code.
    PutCode {
        browser: Browser,
        code: Random,
        /// The password hash, as it was read.
        hash: Random,
    },
    /// `UpdateItem` password resets: counts an attempt, and returns the code.
    CountAttempt(Browser),
    /// `UpdateItem` password resets: replaces the code by a token.
    ExchangeCode {
        browser: Browser,
        /// The code that was read.
        code: Random,
        token: Random,
    },
    /// `GetItem` password resets.
    GetReset(Browser),
    /// `TransactWriteItems`: sets a password, and deletes the token.
    ResetPassword {
        browser: Browser,
        token: Random,
        /// The password hash, as it was read.
        read: Random,
        /// The new password hash.
        hash: Random,
        password: Password,
    },
}

/// What a function gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    User {
        /// `passwordHash`.
        hash: Random,
        password: Password,
        /// `tokenVersion`.
        version: u8,
        /// The session of the browser, if it is live.
        session: Option<Random>,
        random: Random,
    },
    Reset {
        reset: Reset,
        random: Random,
    },
    /// It is done.
    Done,
    /// A condition did not hold.
    Refused,
    /// AWS failed, or the response was lost.
    Failed,
}

impl AwsRequest {
    /// Whether it changes nothing that the model has.
    pub const fn is_read(&self) -> bool {
        matches!(self, Self::GetUser(_) | Self::GetReset(_) | Self::CountAttempt(_))
    }
}

impl Account {
    /// What a request does, and its response.
    pub fn perform(&mut self, request: AwsRequest, mutation: Option<Mutation>) -> Reply {
        let is = |other| mutation == Some(other);
        match request {
            AwsRequest::GetUser(browser) => {
                self.random += 1;
                Reply::User {
                    hash: self.hash,
                    password: self.password,
                    version: self.version,
                    session: self.known(browser).session.filter(|id| self.is_live(*id)),
                    random: self.random,
                }
            }
            AwsRequest::CountAttempt(browser) | AwsRequest::GetReset(browser) => {
                self.random += 1;
                let reset = self.resets.get(&requester(browser, mutation)).copied();
                reset.map_or(Reply::Refused, |reset| Reply::Reset {
                    reset,
                    random: self.random,
                })
            }
            AwsRequest::AddSession { id, version, hash } => {
                if self.version != version && !is(Mutation::SessionWithoutVersion) {
                    return Reply::Refused;
                }
                let version = self.version;
                self.sessions.insert(id, Session { version, hash });
                Reply::Done
            }
            AwsRequest::ChangePassword {
                read,
                session,
                hash,
                password,
                version,
            } => {
                let is_as_read = self.version + 1 == version;
                let is_there = self.sessions.contains_key(&session);
                let is_allowed = (is_as_read || is(Mutation::ChangeWithoutVersion))
                    && (is_there || is(Mutation::ChangeWithoutSession));
                if !(is_allowed || is(Mutation::ChangeWithoutCondition)) {
                    return Reply::Refused;
                }
                if !is_there {
                    self.faults.push(ENDED_CHANGES);
                }
                if self.hash != read {
                    self.faults.push(OLD_PASSWORD);
                }
                if is(Mutation::ChangeKeepsSessions) {
                    for session in self.sessions.values_mut() {
                        session.version += 1;
                    }
                } else {
                    self.end_sessions(|_| true);
                }
                self.set_password(hash, password);
                self.sessions.insert(hash, Session { version, hash });
                if !self.is_live(hash) {
                    self.faults.push(CHANGE_ENDS_SESSION);
                }
                Reply::Done
            }
            AwsRequest::EndOthers { session, version } => self.end_others(session, version, mutation),
            AwsRequest::EndSession(id) => {
                self.end_sessions(|session| session == id);
                Reply::Done
            }
            AwsRequest::PutCode { browser, code, hash } => {
                let reset = Reset {
                    code: Some(code),
                    token: None,
                    hash,
                };
                self.resets.insert(requester(browser, mutation), reset);
                Reply::Done
            }
            AwsRequest::ExchangeCode { browser, code, token } => self.exchange(browser, code, token, mutation),
            AwsRequest::ResetPassword {
                browser,
                token,
                read,
                hash,
                password,
            } => {
                let requester = requester(browser, mutation);
                let reset = self.resets.get(&requester).copied().unwrap_or_default();
                let token_holds = reset.token == Some(token) && (reset.hash == read || is(Mutation::CodeWithoutHash));
                let user_holds = self.hash == read || is(Mutation::ResetWithoutHash);
                if !(token_holds && user_holds) {
                    return Reply::Refused;
                }
                if reset.hash != self.hash {
                    self.faults.push(ENDED_TOKEN);
                }
                self.resets.remove(&requester);
                self.end_sessions(|_| true);
                self.set_password(hash, password);
                Reply::Done
            }
        }
    }

    fn end_others(&mut self, session: Random, version: u8, mutation: Option<Mutation>) -> Reply {
        let kept = self.sessions.get(&session).copied();
        let next = version + 1;
        let is_next = self.version == next && kept.is_some_and(|kept| kept.version == next);
        let is_there = kept.is_some() || mutation == Some(Mutation::EndOthersWithoutSession);
        if !is_there || !(self.version == version || is_next) {
            return Reply::Refused;
        }
        self.end_sessions(|id| id != session);
        self.version = next;
        let hash = kept.map_or(self.hash, |kept| kept.hash);
        self.sessions.insert(session, Session { version: next, hash });
        Reply::Done
    }

    fn exchange(&mut self, browser: Browser, code: Random, token: Random, mutation: Option<Mutation>) -> Reply {
        let Some(reset) = self.resets.get_mut(&requester(browser, mutation)) else {
            return Reply::Refused;
        };
        if reset.code != Some(code) && reset.token != Some(token) {
            return Reply::Refused;
        }
        let is_repeated = reset.token == Some(token);
        reset.token = Some(token);
        if mutation != Some(Mutation::CodeStays) {
            reset.code = None;
        }
        if !is_repeated && self.exchanged.contains(&code) {
            self.faults.push(EXCHANGED_TWICE);
        }
        let is_own = self.known(browser).code == Some(code);
        if !is_own && self.known.values().any(|known| known.code == Some(code)) {
            self.faults.push(EXCHANGED_BY_ANOTHER);
        }
        self.exchanged.push(code);
        Reply::Done
    }

    fn set_password(&mut self, hash: Random, password: Password) {
        self.hash = hash;
        self.password = password;
        self.version += 1;
    }

    fn end_sessions(&mut self, is_ended: impl Fn(Random) -> bool) {
        let ids: Vec<_> = self.sessions.keys().copied().filter(|id| is_ended(*id)).collect();
        for id in ids {
            self.sessions.remove(&id);
            self.ended.push(id);
        }
    }

    /// Whether the session has not ended.
    pub fn is_live(&self, id: Random) -> bool {
        let session = self.sessions.get(&id);
        session.is_some_and(|session| session.version == self.version)
    }

    pub fn known(&self, browser: Browser) -> Known {
        self.known.get(&browser).copied().unwrap_or_default()
    }
}

/// A change replaced a password that its user did not give.
pub(super) const OLD_PASSWORD: &str = "a change requires the password";
/// A session that has ended continues after a change of the password.
pub(super) const ENDED_CHANGES: &str = "a session that has ended changes no password";
/// The session of the browser that changed the password is not live.
pub(super) const CHANGE_ENDS_SESSION: &str = "a change of the password keeps the session of its browser";
/// A reset had a token from before the last change of the password.
pub(super) const ENDED_TOKEN: &str = "a new password ends codes and tokens";
pub(super) const EXCHANGED_TWICE: &str = "a code is exchanged once";
pub(super) const EXCHANGED_BY_ANOTHER: &str = "a code is exchanged by its requester";

fn requester(browser: Browser, mutation: Option<Mutation>) -> Browser {
    if mutation == Some(Mutation::OneCodeForAll) {
        Browser::One
    } else {
        browser
    }
}

//! The requests of browsers. Each is a state machine that sends one request to AWS after the other, as its handler does.

use super::account::{Account, AwsRequest, Browser, Password, Random, Reply};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Request {
    /// `POST /users/login`.
    Login(Browser, Password),
    /// `PUT /users/me/password`, with the current and the new password.
    ChangePassword(Browser, Password, Password),
    /// `DELETE /users/me/sessions`.
    EndOthers(Browser),
    /// `POST /users/logout`.
    Logout(Browser),
    /// `POST /users/request-reset`.
    RequestCode(Browser),
    /// `POST /users/verify-reset-code`, with the code that the other browser got.
    Exchange(Browser, Browser),
    /// `POST /users/reset-password`.
    Reset(Browser, Password),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Response {
    /// It is done, with what the browser or the mailbox then has.
    Done(Option<Random>),
    /// It cannot be done.
    Refused,
    /// AWS failed.
    Unavailable,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Process {
    pub request: Request,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum State {
    Start,
    /// Sends that request, after which the browser has that.
    Send(AwsRequest, Option<Random>),
    /// Finds out whether the password hash is this one.
    Confirm(Random),
    /// Reads the user for a reset with that token.
    ReadUser(Random),
}

pub(super) enum Next {
    Step(Process),
    End(Response),
}

impl Request {
    pub const fn browser(self) -> Browser {
        match self {
            Self::Login(browser, _)
            | Self::ChangePassword(browser, ..)
            | Self::EndOthers(browser)
            | Self::Logout(browser)
            | Self::RequestCode(browser)
            | Self::Exchange(browser, _)
            | Self::Reset(browser, _) => browser,
        }
    }

    /// Whether the browser has what it needs.
    pub fn is_possible(self, account: &Account) -> bool {
        let known = account.known(self.browser());
        match self {
            Self::ChangePassword(..) | Self::EndOthers(_) | Self::Logout(_) => known.session.is_some(),
            Self::Exchange(_, of) => account.known(of).code.is_some(),
            Self::Reset(..) => known.token.is_some(),
            Self::Login(..) | Self::RequestCode(_) => true,
        }
    }
}

impl Process {
    /// The handling of a request, before its first step.
    pub const fn of(request: Request) -> Self {
        Self {
            request,
            state: State::Start,
        }
    }

    /// Whether it has not sent any request yet.
    pub fn is_waiting(&self) -> bool {
        self.state == State::Start
    }

    pub fn next_request(&self, account: &Account) -> AwsRequest {
        let browser = self.request.browser();
        match (self.state, self.request) {
            (State::Send(request, _), _) => request,
            (State::Start, Request::Exchange(..)) => AwsRequest::CountAttempt(browser),
            (State::Start, Request::Reset(..)) => AwsRequest::GetReset(browser),
            (State::Start, Request::Logout(_)) => {
                AwsRequest::EndSession(account.known(browser).session.unwrap_or_default())
            }
            _ => AwsRequest::GetUser(browser),
        }
    }

    pub(super) fn resume(self, reply: Reply, account: &Account) -> Next {
        match (self.state, reply) {
            (State::Send(AwsRequest::ChangePassword { hash, .. }, _), Reply::Refused) => {
                self.step(State::Confirm(hash))
            }
            (State::Send(_, result), Reply::Done) => Next::End(Response::Done(result)),
            (State::Start, Reply::Done) => Next::End(Response::Done(None)),
            (State::Confirm(hash), Reply::User { hash: stored, .. }) if stored == hash => {
                Next::End(Response::Done(Some(hash)))
            }
            (State::Start, reply) => self.start(reply, account),
            (
                State::ReadUser(token),
                Reply::User {
                    hash: read,
                    random: hash,
                    ..
                },
            ) => match self.request {
                Request::Reset(browser, password) => self.send(
                    AwsRequest::ResetPassword {
                        browser,
                        token,
                        read,
                        hash,
                        password,
                    },
                    None,
                ),
                _ => Next::End(Response::Refused),
            },
            (_, Reply::Failed) => Next::End(Response::Unavailable),
            _ => Next::End(Response::Refused),
        }
    }

    fn start(self, reply: Reply, account: &Account) -> Next {
        match (self.request, reply) {
            (_, Reply::Failed) => Next::End(Response::Unavailable),
            (
                Request::Login(_, given),
                Reply::User {
                    hash,
                    password,
                    version,
                    random: id,
                    ..
                },
            ) if given == password => self.send(AwsRequest::AddSession { id, version, hash }, Some(id)),
            (
                Request::ChangePassword(_, given, new),
                Reply::User {
                    hash: read,
                    password,
                    version,
                    session: Some(session),
                    random: hash,
                },
            ) if given == password => self.send(
                AwsRequest::ChangePassword {
                    read,
                    session,
                    hash,
                    password: new,
                    version: version + 1,
                },
                Some(hash),
            ),
            (
                Request::EndOthers(_),
                Reply::User {
                    session: Some(session),
                    version,
                    ..
                },
            ) => self.send(AwsRequest::EndOthers { session, version }, Some(session)),
            (Request::RequestCode(browser), Reply::User { hash, random: code, .. }) => {
                self.send(AwsRequest::PutCode { browser, code, hash }, Some(code))
            }
            (Request::Exchange(browser, of), Reply::Reset { reset, random: token }) => match account.known(of).code {
                Some(code) if reset.code == Some(code) => {
                    self.send(AwsRequest::ExchangeCode { browser, code, token }, Some(token))
                }
                _ => Next::End(Response::Refused),
            },
            (Request::Reset(browser, _), Reply::Reset { reset, .. }) => match account.known(browser).token {
                Some(token) if reset.token == Some(token) => self.step(State::ReadUser(token)),
                _ => Next::End(Response::Refused),
            },
            _ => Next::End(Response::Refused),
        }
    }

    const fn step(self, state: State) -> Next {
        Next::Step(Self { state, ..self })
    }

    const fn send(self, request: AwsRequest, result: Option<Random>) -> Next {
        self.step(State::Send(request, result))
    }
}

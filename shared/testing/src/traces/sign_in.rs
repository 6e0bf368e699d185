//! The model of signing in: which request to AWS is which of its steps, and what of the tables is its state.
//!
//! | Request to AWS | Step |
//! | --- | --- |
//! | `GetItem` of the user | `GetUser` |
//! | `UpdateItem users` | by what it writes: `AddSession`, `ChangePassword`, `EndOthers`, `EndSession` |
//! | `UpdateItem passwordResets` | by what it writes: `PutCode`, `CountAttempt`, `ExchangeCode` |
//! | `GetItem passwordResets` | `GetReset` |
//! | `TransactWriteItems` of both | `ResetPassword` |
//!
//! The model has no rate limits, claims on email addresses, languages, secrets and emails. Random values are shown by hashes only, so they
//! are not compared.

use std::collections::BTreeMap;

use model::{
    conformance::StateOf,
    sign_in::{
        SignIn, State,
        account::{Account, AwsRequest as Step, Browser, Known, Password, Random, Reset, Session},
        process::{Request, Response},
    },
};
use serde_json::Value;

use super::Scene;
use crate::{Stack, TestSession, TestUser, faults::AwsRequest};

/// The random values that the state before has. The model counts on from the last.
const HASH: Random = 1;
const FIRST_SESSION: Random = 2;
const CODE: Random = 50;
const OTHER_CODE: Random = 51;
const TOKEN: Random = 52;
const LAST: Random = 100;

/// A request of the model of signing in, with the user that it is about. [`Browser::One`] sends it.
#[derive(Debug, Clone)]
pub struct SignInScene {
    request: Request,
    user: String,
    /// Tables by their names in AWS.
    tables: BTreeMap<String, String>,
    /// The ids of the sessions before, in the order of their random values.
    sessions: Vec<String>,
    /// The key of the item of password resets, when a request has named it.
    mailbox: Option<String>,
    password_hash: Value,
    before: Account,
}

/// What the tables show of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAccount {
    version: u8,
    has_new_password: bool,
    /// How many sessions are live.
    sessions: usize,
    /// The indexes of the sessions before that are live.
    kept: Vec<usize>,
    /// Whether there is a code, and whether there is a token. None when no request has named the item.
    reset: Option<(bool, bool)>,
}

impl SignInScene {
    /// A scene with a user as the tables have it now.
    pub async fn observed(stack: &Stack, request: Request, user: &TestUser) -> Self {
        let record = user.record(stack).await;
        let version = version_of(&record);
        let all = record["sessions"].as_object().into_iter().flatten();
        let live = all.filter(|(_, session)| session["tokenVersion"] == version);
        let sessions: Vec<_> = live.map(|(id, _)| id.clone()).collect();
        let ids = (FIRST_SESSION..).take(sessions.len());
        let of_before = Session { version, hash: HASH };
        let before = Account {
            hash: HASH,
            password: Password::Old,
            version,
            sessions: ids.map(|id| (id, of_before)).collect(),
            random: LAST,
            ..Account::default()
        };
        let tables = stack.tables.iter().map(|(key, name)| (name.clone(), key.clone()));
        Self {
            request,
            user: user.id.clone(),
            tables: tables.collect(),
            sessions,
            mailbox: None,
            password_hash: record["passwordHash"].clone(),
            before,
        }
    }

    /// The browser has the access token of a session.
    #[must_use]
    pub fn session(mut self, browser: Browser, session: &TestSession) -> Self {
        let place = self.sessions.iter().position(|id| *id == session.id);
        let mut ids = FIRST_SESSION..LAST;
        self.known(browser).session = ids.nth(place.expect("the session is live"));
        self
    }

    #[must_use]
    pub fn code(self) -> Self {
        self.reset(Reset {
            code: Some(CODE),
            ..Reset::default()
        })
    }

    #[must_use]
    pub fn token(self) -> Self {
        self.reset(Reset {
            token: Some(TOKEN),
            ..Reset::default()
        })
    }

    fn reset(mut self, reset: Reset) -> Self {
        let hash = self.before.hash;
        self.before.resets.insert(Browser::One, Reset { hash, ..reset });
        let known = self.known(Browser::One);
        (known.code, known.token) = (reset.code, reset.token);
        // A code that is not the one of the first browser.
        self.known(Browser::Two).code = Some(OTHER_CODE);
        self
    }

    fn known(&mut self, browser: Browser) -> &mut Known {
        self.before.known.entry(browser).or_default()
    }

    fn table(&self, body: &Value) -> &str {
        let name = body["TableName"].as_str().unwrap_or_default();
        self.tables.get(name).map_or("", String::as_str)
    }

    fn update_of_user(body: &Value) -> Result<Option<Step>, String> {
        let values = &body["ExpressionAttributeValues"];
        let version = |name: &str| small(number(&values[name]).ok_or("the token version that was read")?);
        let expression = body["UpdateExpression"].as_str().unwrap_or_default();
        // The language of emails, and the last use of a session.
        if expression.contains("#language") || expression.contains("lastSeenAt") {
            return Ok(None);
        }
        if !body["ConditionExpression"].is_string() {
            return Err("an update of a user has no condition".to_owned());
        }
        let step = if expression.contains("passwordHash") {
            let sessions = values[":sessions"]["M"].as_object().into_iter().flatten();
            let mut versions = sessions.map(|(_, session)| number(&session["M"]["tokenVersion"]));
            let next = versions
                .next()
                .flatten()
                .ok_or("the session of the browser continues")?;
            if small(next)? != version(":version")? + 1 {
                return Err("the session of the browser has the next version".to_owned());
            }
            Step::ChangePassword {
                read: 0,
                session: 0,
                hash: 0,
                password: Password::Old,
                version: small(next)?,
            }
        } else if expression.contains("tokenVersion") {
            Step::EndOthers {
                session: 0,
                version: version(":read")?,
            }
        } else if expression.starts_with("SET sessions") {
            Step::AddSession {
                id: 0,
                version: version(":version")?,
                hash: 0,
            }
        } else if expression.starts_with("REMOVE sessions") {
            Step::EndSession(0)
        } else {
            return Err(format!("the model has no update of a user, {expression}"));
        };
        Ok(Some(step.shown()))
    }

    fn update_of_reset(body: &Value) -> Result<Step, String> {
        let browser = Browser::One;
        let expression = body["UpdateExpression"].as_str().unwrap_or_default();
        let is_conditional = body["ConditionExpression"].is_string();
        if expression.starts_with("SET codeHash") {
            Ok(Step::PutCode {
                browser,
                code: 0,
                hash: 0,
            })
        } else if expression.starts_with("ADD attempts") && is_conditional {
            Ok(Step::CountAttempt(browser))
        } else if expression.starts_with("SET proofHash") && is_conditional {
            Ok(Step::ExchangeCode {
                browser,
                code: 0,
                token: 0,
            })
        } else {
            Err(format!("the model has no update of a password reset, {expression}"))
        }
    }

    fn transaction(&self, body: &Value) -> Result<Option<Step>, String> {
        let items = body["TransactItems"].as_array().into_iter().flatten();
        let (mut requires_hash, mut consumes_token) = (false, false);
        for item in items {
            let (operation, item) = item.as_object().into_iter().flatten().next().ok_or("an empty item")?;
            let is_conditional = item["ConditionExpression"].is_string();
            match (operation.as_str(), self.table(item)) {
                ("Update", "users") if is_conditional => {
                    requires_hash = text(&item["ExpressionAttributeValues"][":read"]).is_some();
                }
                ("Delete", "passwordResets") if is_conditional => consumes_token = true,
                (operation, table) => return Err(format!("the model has no {operation} of {table} in a transaction")),
            }
        }
        if !(requires_hash && consumes_token) {
            return Err("a reset requires the password hash that was read, and consumes a token".to_owned());
        }
        Ok(Some(Step::ResetPassword {
            browser: Browser::One,
            token: 0,
            read: 0,
            hash: 0,
            password: Password::Old,
        }))
    }
}

impl Scene for SignInScene {
    type Model = SignIn;
    type Stored = StoredAccount;

    fn model(&self) -> SignIn {
        SignIn::new(1, 0)
    }

    fn request(&self) -> Request {
        self.request
    }

    fn before(&self) -> State {
        State::before(self.before.clone(), self.request)
    }

    fn learn(&mut self, requests: &[AwsRequest]) {
        for request in requests {
            let items = request.body["TransactItems"].as_array().into_iter().flatten();
            let deletes = items.map(|item| &item["Delete"]).chain([&request.body]);
            for body in deletes {
                if let Some(mailbox) = text(&body["Key"]["mailbox"])
                    && !is_of_code(body)
                {
                    self.mailbox = Some(mailbox.to_owned());
                }
            }
        }
    }

    fn step(&self, request: &AwsRequest) -> Result<Option<Step>, String> {
        let mut words = request.name.split(' ');
        let (service, operation) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let body = &request.body;
        match (service, operation, self.table(body)) {
            ("secretsmanager" | "ses", ..) | ("dynamodb", _, "attempts") => Ok(None),
            ("dynamodb", "TransactWriteItems", _) => self.transaction(body),
            ("dynamodb", "GetItem", "users") => {
                let id = text(&body["Key"]["pk"]).and_then(|key| key.strip_prefix("user#"));
                let is_user = id == Some(self.user.as_str());
                Ok(is_user.then_some(Step::GetUser(Browser::One)))
            }
            ("dynamodb", "UpdateItem", "users") => Self::update_of_user(body),
            ("dynamodb", _, "passwordResets") if is_of_code(body) => Ok(None),
            ("dynamodb", "UpdateItem", "passwordResets") => Self::update_of_reset(body).map(Some),
            ("dynamodb", "GetItem", "passwordResets") => Ok(Some(Step::GetReset(Browser::One))),
            (.., table) => Err(format!("the model has no {service} {operation} of {table:?}")),
        }
    }

    /// A sign-in adds its session to the map, or writes the map if there is none. When one is refused, it tries the other.
    fn has_several_requests(step: &Step) -> bool {
        matches!(step, Step::AddSession { .. })
    }

    fn is_read(step: &Step) -> bool {
        step.is_read()
    }

    async fn stored(&self, stack: &Stack) -> StoredAccount {
        let key = format!("user#{}", self.user);
        let record = stack.get_item("users", ("pk", &key)).await;
        let version = version_of(&record);
        let all = record["sessions"].as_object().into_iter().flatten();
        let live = all.filter(|(_, session)| session["tokenVersion"] == version);
        let live: Vec<_> = live.map(|(id, _)| id).collect();
        let before = self.sessions.iter().enumerate();
        let reset = match &self.mailbox {
            None => None,
            Some(mailbox) => {
                let item = stack.get_item("passwordResets", ("mailbox", mailbox)).await;
                Some((item["codeHash"].is_string(), item["proofHash"].is_string()))
            }
        };
        StoredAccount {
            version,
            has_new_password: record["passwordHash"] != self.password_hash,
            sessions: live.len(),
            kept: before
                .filter(|(_, id)| live.contains(id))
                .map(|(place, _)| place)
                .collect(),
            reset,
        }
    }

    fn difference(
        &self,
        state: &StateOf<SignIn>,
        response: Option<Response>,
        stored: &StoredAccount,
        status: Option<u16>,
    ) -> Option<String> {
        if let Some(status) = status
            && !response.is_some_and(|response| is_response(response, status))
        {
            return Some(format!(
                "the model responds with {response:?}, and the function with {status}"
            ));
        }
        let account = &state.account;
        let live = account.sessions.keys().filter(|id| account.is_live(**id));
        let before = (FIRST_SESSION..).zip(0..self.sessions.len());
        let reset = account.resets.get(&Browser::One);
        let expected = StoredAccount {
            version: account.version,
            has_new_password: account.hash != HASH,
            sessions: live.count(),
            kept: before
                .filter(|(id, _)| account.is_live(*id))
                .map(|(_, place)| place)
                .collect(),
            reset: stored.reset.map(|_| {
                let has = |value: fn(&Reset) -> Option<Random>| reset.and_then(value).is_some();
                (has(|reset| reset.code), has(|reset| reset.token))
            }),
        };
        (expected != *stored).then(|| format!("the model has {expected:?}, and AWS {stored:?}"))
    }
}

/// Whether a request is about the item that names the requester of a code. A client without the cookie finds there whose code it enters.
/// What it does then is what that browser would do.
fn is_of_code(body: &Value) -> bool {
    text(&body["Key"]["mailbox"]).is_some_and(|key| key.starts_with("code#"))
}

/// Whether a response of the model is one of a function with that status.
fn is_response(response: Response, status: u16) -> bool {
    match response {
        Response::Done(_) => status == 200,
        Response::Refused => (400..500).contains(&status),
        Response::Unavailable => status == 503,
    }
}

fn version_of(record: &Value) -> u8 {
    let version = record["tokenVersion"].as_u64().unwrap_or_default();
    u8::try_from(version).expect("a test changes few passwords")
}

fn small(number: u64) -> Result<u8, String> {
    u8::try_from(number).map_err(|_| format!("{number} is too large for the model"))
}

/// Of a value in DynamoDB's JSON.
fn text(attribute: &Value) -> Option<&str> {
    attribute["S"].as_str()
}

fn number(attribute: &Value) -> Option<u64> {
    attribute["N"].as_str()?.parse().ok()
}

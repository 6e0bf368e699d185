//! `POST /users/delete`: deletes the account of the person who is signed in, for good (contract, call 5).

use serde::Deserialize;
use shared::{
    auth::{
        attempts::{Attempts, Limit},
        passwords::{Passwords, Verdict},
        session::authenticate,
        tokens::Tokens,
    },
    deletion::{Deleted, Deletion, Outcome},
    http::{Answer, ApiRequest, ApiResult, Endpoint, ErrorCode, Message},
    mail::{Mail, Mailer},
    metrics::{Event, Metrics},
    store::users::UsersTable,
};

/// What the endpoint works with.
pub(crate) struct Delete {
    pub(crate) tokens: Tokens,
    pub(crate) users: UsersTable,
    pub(crate) deletion: Deletion,
    pub(crate) passwords: Passwords,
    pub(crate) attempts: Attempts,
    pub(crate) per_account: Limit,
    pub(crate) mailer: Mailer,
    pub(crate) metrics: Metrics,
}

#[derive(Deserialize)]
struct Payload {
    password: Option<String>,
}

impl Endpoint for Delete {
    /// A stolen token is not enough, and the password cannot be guessed with it: attempts are limited as those of signing in are.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<Answer> {
        let user = authenticate(&self.tokens, &self.users, request).await?;
        let payload: Payload = request.json()?;
        let password = payload.password.filter(|password| !password.is_empty());
        let password = password.ok_or(ErrorCode::MissingPassword)?;
        let attempt = self.attempts.count(&self.per_account, user.email.as_str()).await?;
        let verdict = self.passwords.verify(&password, Some(&user.password_hash))?;
        if verdict == Verdict::Wrong {
            return Err(ErrorCode::IncorrectPassword.into());
        }
        self.attempts.take_back(&attempt).await?;

        let Outcome { deleted, takes_mail } = self.deletion.delete(user.clone()).await?;
        if deleted == Deleted::WithLeftovers {
            // Nobody is left who could repeat it.
            self.metrics.count(Event::DeletionIncomplete);
        }
        // Of several at once, one tells the person.
        if deleted != Deleted::Before && takes_mail {
            self.mailer.send(&user, &Mail::AccountDeleted).await;
        }
        Answer::message(request, Message::AccountDeleted)
    }

    async fn warm_up(&self) {
        tokio::join!(
            self.tokens.warm_up(),
            self.users.warm_up(),
            self.attempts.warm_up(),
            self.deletion.warm_up()
        );
    }
}

//! Who may upload files.

use std::time::Duration;

use aws_config::SdkConfig;

use crate::{
    auth::{
        attempts::{Attempts, Limit},
        origin::Cdn,
        secrets::{RotatedSecret, Secret},
        session::authenticate,
        tokens::Tokens,
    },
    config::{ConfigError, Environment},
    domain::UserId,
    http::{ApiRequest, ApiResult, ErrorCode},
    store::{attempts::AttemptsTable, users::UsersTable},
};

/// In what time as many files may be uploaded from one address as the limit says.
const WINDOW: Duration = Duration::from_hours(1);

/// The people who upload: with an account as they like, and without one, as teachers do who sign up, within a limit for each
/// client address.
#[derive(Debug)]
pub struct Uploaders {
    tokens: Tokens,
    users: UsersTable,
    attempts: Attempts,
    cdn: Cdn,
    per_address: Limit,
}

impl Uploaders {
    /// Those whom the tables and secrets that the environment names are about.
    ///
    /// # Errors
    /// When a variable is missing or malformed.
    pub fn new(aws: &SdkConfig, environment: &Environment) -> Result<Self, ConfigError> {
        let dynamodb = aws_sdk_dynamodb::Client::new(aws);
        let secrets = aws_sdk_secretsmanager::Client::new(aws);
        Ok(Self {
            tokens: Tokens::new(RotatedSecret::new(
                secrets.clone(),
                environment.signing_key_secret()?,
                environment.look_again_after()?,
            )),
            users: UsersTable::new(dynamodb.clone(), environment.users_table()?),
            attempts: Attempts::new(
                AttemptsTable::new(dynamodb, environment.attempts_table()?),
                Secret::new(secrets.clone(), environment.pepper_secret()?),
            ),
            cdn: Cdn::new(secrets, environment.origin_secret()?, environment.look_again_after()?),
            per_address: Limit {
                what: "upload-address",
                attempts: environment.uploads_per_address()?,
                window: WINDOW,
                code: ErrorCode::TooManyRequests,
            },
        })
    }

    /// Lets somebody upload a file, which will be theirs when they are signed in. A token that opens nothing counts as none: the
    /// browser of somebody who signs up again may still have one.
    ///
    /// # Errors
    /// `too_many_requests`, and when a table cannot be read or written.
    pub async fn admit(&self, request: &ApiRequest) -> ApiResult<Option<UserId>> {
        if request.bearer_token().is_some() {
            match authenticate(&self.tokens, &self.users, request).await {
                Ok(user) => return Ok(Some(user.user_id)),
                Err(error) if error.code().status().is_server_error() => return Err(error),
                Err(_) => {}
            }
        }
        let address = self.cdn.client_address(request).await?;
        self.attempts.count(&self.per_address, &address).await?;
        Ok(None)
    }

    /// Reads the secrets and opens the connection, so that the first request need not.
    pub async fn warm_up(&self) {
        // Boxed, since they hold whole SDK calls.
        tokio::join!(
            Box::pin(self.tokens.warm_up()),
            Box::pin(self.users.warm_up()),
            Box::pin(self.attempts.warm_up()),
            Box::pin(self.cdn.warm_up())
        );
    }
}

//! Wires `POST /users/login`.

mod handler;

use std::time::Duration;

use handler::Login;
use lambda_http::Error;
use shared::{
    auth::{
        attempts::{Attempts, Limit},
        origin::Cdn,
        passwords::Passwords,
        secrets::{Secret, SigningKeys},
        tokens::Tokens,
    },
    aws,
    http::{ErrorCode, serve},
    mail::Mailer,
    store::{attempts::AttemptsTable, users::UsersTable},
};

/// In what time logins may fail as often as the limits say.
const WINDOW: Duration = Duration::from_mins(15);

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    serve(async |environment| {
        let aws = aws::sdk_config().await;
        let dynamodb = aws_sdk_dynamodb::Client::new(&aws);
        let secrets = aws_sdk_secretsmanager::Client::new(&aws);
        let mail = aws_sdk_sesv2::Client::new(&aws);
        let limit = |what, attempts| Limit {
            what,
            attempts,
            window: WINDOW,
            code: ErrorCode::TooManyAttempts,
        };
        Ok(Login {
            users: UsersTable::new(dynamodb.clone(), environment.users_table()?),
            passwords: Passwords::default(),
            tokens: Tokens::new(SigningKeys::new(secrets.clone(), environment.signing_key_secret()?)),
            session_lifetime: environment.session_lifetime()?,
            attempts: Attempts::new(
                AttemptsTable::new(dynamodb, environment.attempts_table()?),
                Secret::new(secrets.clone(), environment.pepper_secret()?),
            ),
            per_account: limit("login-account", environment.failed_logins_per_account()?),
            per_address: limit("login-address", environment.failed_logins_per_address()?),
            cdn: Cdn::new(Secret::new(secrets, environment.origin_secret()?)),
            mailer: Mailer::new(mail, environment.mail_sender()?, environment.site_address()?),
        })
    })
    .await
}

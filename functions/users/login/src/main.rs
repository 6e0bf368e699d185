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
        secrets::{RotatedSecret, Secret},
        tokens::Tokens,
    },
    aws,
    http::{ErrorCode, serve},
    mail::Mailer,
    profile::Profiles,
    store::{attempts::AttemptsTable, users::UsersTable},
};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    serve(async |environment| {
        let aws = aws::sdk_config(environment).await?;
        let dynamodb = aws_sdk_dynamodb::Client::new(&aws);
        let secrets = aws_sdk_secretsmanager::Client::new(&aws);
        let mail = aws_sdk_sesv2::Client::new(&aws);
        Ok(Login {
            users: UsersTable::new(dynamodb.clone(), environment.users_table()?),
            profiles: Profiles::new(&aws, environment)?,
            passwords: Passwords::default(),
            tokens: Tokens::new(RotatedSecret::new(
                secrets.clone(),
                environment.signing_key_secret()?,
                environment.look_again_after()?,
            )),
            session_lifetime: environment.session_lifetime()?,
            attempts: Attempts::new(
                AttemptsTable::new(dynamodb, environment.attempts_table()?),
                Secret::new(secrets.clone(), environment.pepper_secret()?),
            ),
            per_account: Limit::of_guesses_per_account(environment.failed_logins_per_account()?),
            per_address: Limit::of_guesses_per_address(environment.failed_logins_per_address()?),
            links_per_email: Limit {
                what: "verification-email",
                attempts: environment.links_per_email()?,
                window: Duration::from_hours(1),
                code: ErrorCode::TooManyAttempts,
            },
            cdn: Cdn::new(secrets, environment.origin_secret()?, environment.look_again_after()?),
            mailer: Mailer::new(mail, environment)?,
        })
    })
    .await
}

//! Wires `POST /users/register`.

mod handler;
mod registration;

use std::time::Duration;

use handler::Register;
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
    files::Library,
    http::{ErrorCode, serve},
    mail::Mailer,
    profile::Profiles,
    store::{attempts::AttemptsTable, users::UsersTable},
};

/// In what time one address may make as many accounts as the limit says.
const WINDOW: Duration = Duration::from_hours(24);

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    serve(async |environment| {
        let aws = aws::sdk_config(environment).await?;
        let dynamodb = aws_sdk_dynamodb::Client::new(&aws);
        let secrets = aws_sdk_secretsmanager::Client::new(&aws);
        let mail = aws_sdk_sesv2::Client::new(&aws);
        Ok(Register {
            users: UsersTable::new(dynamodb.clone(), environment.users_table()?),
            library: Library::new(&aws, environment)?,
            profiles: Profiles::new(&aws, environment)?,
            passwords: Passwords::default(),
            tokens: Tokens::new(RotatedSecret::new(
                secrets.clone(),
                environment.signing_key_secret()?,
                environment.look_again_after()?,
            )),
            attempts: Attempts::new(
                AttemptsTable::new(dynamodb, environment.attempts_table()?),
                Secret::new(secrets.clone(), environment.pepper_secret()?),
            ),
            per_address: Limit {
                what: "register-address",
                attempts: environment.accounts_per_address()?,
                window: WINDOW,
                code: ErrorCode::TooManyAccounts,
            },
            cdn: Cdn::new(secrets, environment.origin_secret()?, environment.look_again_after()?),
            mailer: Mailer::new(mail, environment)?,
            approval: environment.teacher_approval()?,
        })
    })
    .await
}

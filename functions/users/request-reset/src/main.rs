//! Wires `POST /users/request-reset`.

mod handler;

use std::time::Duration;

use handler::RequestReset;
use lambda_http::Error;
use shared::{
    auth::{
        attempts::{Attempts, Limit},
        origin::Cdn,
        reset::Resets,
        secrets::Secret,
    },
    aws,
    http::{ErrorCode, serve},
    mail::Mailer,
    store::{attempts::AttemptsTable, password_resets::PasswordResetsTable, users::UsersTable},
};

/// What share of the time for a call to AWS a mail has: 1.5 s of 6 s, which ends before the answer. Where calls have more time,
/// since the machine is slow, the answer may wait for the mail.
const MAIL_SHARE: u32 = 4;

/// In what time as many codes may be asked for as the limits say.
const WINDOW: Duration = Duration::from_hours(1);

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    serve(async |environment| {
        let aws = aws::sdk_config(environment).await?;
        let dynamodb = aws_sdk_dynamodb::Client::new(&aws);
        let secrets = aws_sdk_secretsmanager::Client::new(&aws);
        let mail = aws_sdk_sesv2::Client::new(&aws);
        let pepper = Secret::new(secrets.clone(), environment.pepper_secret()?);
        Ok(RequestReset {
            users: UsersTable::new(dynamodb.clone(), environment.users_table()?),
            resets: Resets::new(
                PasswordResetsTable::new(dynamodb.clone(), environment.password_resets_table()?),
                pepper.clone(),
            ),
            attempts: Attempts::new(AttemptsTable::new(dynamodb, environment.attempts_table()?), pepper),
            per_address: Limit {
                what: "reset-address",
                attempts: environment.resets_per_address()?,
                window: WINDOW,
                code: ErrorCode::TooManyRequests,
            },
            per_email: Limit {
                what: "reset-email",
                attempts: environment.resets_per_email()?,
                window: WINDOW,
                code: ErrorCode::TooManyRequests,
            },
            cdn: Cdn::new(secrets, environment.origin_secret()?, environment.look_again_after()?),
            mailer: Mailer::new(mail, environment)?,
            mail_time: environment.aws_call_timeout()? / MAIL_SHARE,
        })
    })
    .await
}

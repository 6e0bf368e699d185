//! Wires `POST /users/reset-password`.

mod handler;

use handler::ResetPassword;
use lambda_http::Error;
use shared::{
    auth::{
        attempts::{Attempts, Limit},
        passwords::Passwords,
        reset::Resets,
        secrets::Secret,
    },
    aws,
    http::serve,
    mail::Mailer,
    store::{attempts::AttemptsTable, password_resets::PasswordResetsTable, users::UsersTable},
};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    serve(async |environment| {
        let aws = aws::sdk_config(environment).await?;
        let dynamodb = aws_sdk_dynamodb::Client::new(&aws);
        let secrets = aws_sdk_secretsmanager::Client::new(&aws);
        let mail = aws_sdk_sesv2::Client::new(&aws);
        let pepper = Secret::new(secrets, environment.pepper_secret()?);
        Ok(ResetPassword {
            users: UsersTable::new(dynamodb.clone(), environment.users_table()?),
            resets: Resets::new(
                PasswordResetsTable::new(dynamodb.clone(), environment.password_resets_table()?),
                pepper.clone(),
            ),
            passwords: Passwords::default(),
            attempts: Attempts::new(AttemptsTable::new(dynamodb, environment.attempts_table()?), pepper),
            per_account: Limit::of_guesses_per_account(environment.failed_logins_per_account()?),
            mailer: Mailer::new(mail, environment)?,
        })
    })
    .await
}

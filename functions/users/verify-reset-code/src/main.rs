//! Wires `POST /users/verify-reset-code`.

mod handler;

use handler::VerifyResetCode;
use lambda_http::Error;
use shared::{
    auth::{
        attempts::{Attempts, Limit},
        origin::Cdn,
        reset::Resets,
        secrets::Secret,
    },
    aws,
    http::serve,
    store::{attempts::AttemptsTable, password_resets::PasswordResetsTable},
};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    serve(async |environment| {
        let aws = aws::sdk_config(environment).await?;
        let dynamodb = aws_sdk_dynamodb::Client::new(&aws);
        let secrets = aws_sdk_secretsmanager::Client::new(&aws);
        let pepper = Secret::new(secrets.clone(), environment.pepper_secret()?);
        Ok(VerifyResetCode {
            resets: Resets::new(
                PasswordResetsTable::new(dynamodb.clone(), environment.password_resets_table()?),
                pepper.clone(),
            ),
            attempts_per_code: environment.attempts_per_code()?,
            attempts: Attempts::new(AttemptsTable::new(dynamodb, environment.attempts_table()?), pepper),
            per_address: Limit::of_guesses_per_address(environment.failed_logins_per_address()?),
            cdn: Cdn::new(secrets, environment.origin_secret()?, environment.look_again_after()?),
        })
    })
    .await
}

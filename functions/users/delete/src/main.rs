//! Wires `POST /users/delete`.

mod handler;

use handler::Delete;
use lambda_http::Error;
use shared::{
    auth::{
        attempts::{Attempts, Limit},
        passwords::Passwords,
        secrets::{RotatedSecret, Secret},
        tokens::Tokens,
    },
    aws,
    deletion::Deletion,
    http::serve,
    mail::Mailer,
    metrics::Metrics,
    store::{attempts::AttemptsTable, users::UsersTable},
};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    serve(async |environment| {
        let aws = aws::sdk_config(environment).await?;
        let dynamodb = aws_sdk_dynamodb::Client::new(&aws);
        let secrets = aws_sdk_secretsmanager::Client::new(&aws);
        let mail = aws_sdk_sesv2::Client::new(&aws);
        let pepper = Secret::new(secrets.clone(), environment.pepper_secret()?);
        Ok(Delete {
            tokens: Tokens::new(RotatedSecret::new(
                secrets,
                environment.signing_key_secret()?,
                environment.look_again_after()?,
            )),
            users: UsersTable::new(dynamodb.clone(), environment.users_table()?),
            deletion: Deletion::new(&aws, environment, pepper.clone())?,
            passwords: Passwords::default(),
            attempts: Attempts::new(AttemptsTable::new(dynamodb, environment.attempts_table()?), pepper),
            per_account: Limit::of_guesses_to_delete(environment.failed_logins_per_account()?),
            mailer: Mailer::new(mail, environment)?,
            metrics: Metrics::new(environment.metrics_namespace()?),
        })
    })
    .await
}

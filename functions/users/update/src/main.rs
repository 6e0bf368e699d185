//! Wires `PUT /users/{id}`.

mod handler;
mod update;

use aws_sdk_dynamodb::Client;
use handler::Update;
use lambda_http::Error;
use shared::{
    auth::{secrets::SigningKeys, tokens::Tokens},
    aws,
    files::Files,
    http::serve,
    store::{courses::CoursesTable, users::UsersTable},
};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    serve(async |environment| {
        let aws = aws::sdk_config().await;
        let dynamodb = Client::new(&aws);
        let secrets = aws_sdk_secretsmanager::Client::new(&aws);
        Ok(Update {
            tokens: Tokens::new(SigningKeys::new(secrets, environment.signing_key_secret()?)),
            users: UsersTable::new(dynamodb.clone(), environment.users_table()?),
            courses: CoursesTable::new(dynamodb, environment.courses_table()?),
            files: Files,
        })
    })
    .await
}

//! Wires `PUT /users/{id}`.

mod handler;
mod update;

use aws_sdk_dynamodb::Client;
use handler::Update;
use lambda_http::Error;
use shared::{
    auth::{secrets::RotatedSecret, tokens::Tokens},
    aws,
    files::Library,
    http::serve,
    profile::Profiles,
    store::users::UsersTable,
};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    serve(async |environment| {
        let aws = aws::sdk_config(environment).await?;
        let secrets = aws_sdk_secretsmanager::Client::new(&aws);
        Ok(Update {
            tokens: Tokens::new(RotatedSecret::new(
                secrets,
                environment.signing_key_secret()?,
                environment.look_again_after()?,
            )),
            users: UsersTable::new(Client::new(&aws), environment.users_table()?),
            library: Library::new(&aws, environment)?,
            profiles: Profiles::new(&aws, environment)?,
        })
    })
    .await
}

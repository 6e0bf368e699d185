//! Wires `POST /file/video/upload-chunk`.

mod handler;

use handler::UploadChunk;
use lambda_http::Error;
use shared::{aws, files::Objects, http::serve, store::uploads::UploadsTable};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    serve(async |environment| {
        let aws = aws::sdk_config(environment).await?;
        Ok(UploadChunk {
            uploads: UploadsTable::new(aws_sdk_dynamodb::Client::new(&aws), environment.uploads_table()?),
            objects: Objects::of(&aws, environment)?,
            address_lifetime: environment.part_address_lifetime()?,
        })
    })
    .await
}

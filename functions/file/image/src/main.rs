//! Wires `POST /file/image`.

mod handler;
mod photo;

use handler::UploadImage;
use lambda_http::Error;
use shared::{
    aws,
    files::{Library, Uploaders},
    http::serve,
};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    serve(async |environment| {
        let aws = aws::sdk_config(environment).await?;
        Ok(UploadImage {
            uploaders: Uploaders::new(&aws, environment)?,
            library: Library::new(&aws, environment)?,
        })
    })
    .await
}

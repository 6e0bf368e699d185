//! Wires `POST /file/video/finalize-upload`.

mod handler;
mod reader;
mod video;

use handler::FinalizeUpload;
use lambda_http::Error;
use shared::{aws, files::Library, http::serve, metrics::Metrics, store::uploads::UploadsTable};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    serve(async |environment| {
        let aws = aws::sdk_config(environment).await?;
        Ok(FinalizeUpload {
            uploads: UploadsTable::new(aws_sdk_dynamodb::Client::new(&aws), environment.uploads_table()?),
            library: Library::new(&aws, environment)?,
            metrics: Metrics::new(environment.metrics_namespace()?),
        })
    })
    .await
}

//! Wires `POST /file/video/start-upload`.

mod handler;

use handler::StartUpload;
use lambda_http::Error;
use shared::{
    aws,
    files::{Objects, Uploaders},
    http::serve,
    metrics::Metrics,
    store::uploads::UploadsTable,
};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    serve(async |environment| {
        let aws = aws::sdk_config(environment).await?;
        Ok(StartUpload {
            uploaders: Uploaders::new(&aws, environment)?,
            uploads: UploadsTable::new(aws_sdk_dynamodb::Client::new(&aws), environment.uploads_table()?),
            objects: Objects::of(&aws, environment)?,
            metrics: Metrics::new(environment.metrics_namespace()?),
        })
    })
    .await
}

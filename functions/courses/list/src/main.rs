//! Wires `GET /courses`.

mod handler;

use handler::ListCourses;
use lambda_http::Error;
use shared::{aws, catalogue::Catalogue, http::serve};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    serve(async |environment| {
        Ok(ListCourses {
            catalogue: Catalogue::new(&aws::sdk_config(environment).await?, environment)?,
            max_age: environment.catalogue_max_age()?,
        })
    })
    .await
}

//! Wires `GET /courses`.

mod handler;

use aws_sdk_dynamodb::Client;
use handler::ListCourses;
use lambda_http::Error;
use shared::{aws, cache::TimedCache, http::serve, store::courses::CoursesTable};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    serve(async |environment| {
        let max_age = environment.catalogue_max_age()?;
        let client = Client::new(&aws::sdk_config().await);
        Ok(ListCourses {
            table: CoursesTable::new(client, environment.courses_table()?),
            copy: TimedCache::new(max_age),
            max_age,
        })
    })
    .await
}

//! Wires `GET /coursePrices`.

mod handler;

use aws_sdk_dynamodb::Client;
use handler::ListCoursePrices;
use lambda_http::Error;
use shared::{aws, cache::TimedCache, http::serve, store::course_prices::CoursePricesTable};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    serve(async |environment| {
        let max_age = environment.catalogue_max_age()?;
        let client = Client::new(&aws::sdk_config(environment).await?);
        Ok(ListCoursePrices {
            table: CoursePricesTable::new(client, environment.course_prices_table()?),
            copies: TimedCache::new(max_age),
            max_age,
        })
    })
    .await
}

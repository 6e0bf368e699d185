//! Measures `GET /courses` and `GET /coursePrices` with 2,000 courses, as ratios to the deployed catalogue in the same run: the time with a
//! read of the table and with a cached catalogue, and the size of the response.

use aws_sdk_dynamodb::types::AttributeValue;
use testing::{Function, Stack, TestRequest};

use crate::median;

const COURSES: usize = 2000;
const ROUNDS: usize = 50;

/// A function that reads a table of the catalogue.
struct List {
    binary: &'static str,
    name: &'static str,
    table: &'static str,
    variable: &'static str,
    request: TestRequest,
}

pub(crate) async fn measure() {
    let stack = Stack::running();
    let lists = [
        List {
            binary: "courses-list",
            name: "CoursesListFunction",
            table: "courses",
            variable: "COURSES_TABLE",
            request: TestRequest::get("/courses").query("lang", "fr"),
        },
        List {
            binary: "course-prices-list",
            name: "CoursePricesListFunction",
            table: "coursePrices",
            variable: "COURSE_PRICES_TABLE",
            request: TestRequest::get("/coursePrices").query("country", "Algeria"),
        },
    ];
    for list in &lists {
        list.measure(&stack).await;
    }
}

impl List {
    async fn measure(&self, stack: &Stack) {
        let deployed = stack.tables.get(self.table).expect("a table of the catalogue").clone();
        let large = copy_of(stack, self.table).await;
        println!("{} with {COURSES} courses:", self.binary);
        for (what, max_age) in [("with a read of the table", "0"), ("from the cache", "60")] {
            let start = async |table: &str| {
                let overrides = [(self.variable, table), ("CATALOGUE_MAX_AGE_SECONDS", max_age)];
                Function::start_deployed(self.binary, stack, self.name, &overrides).await
            };
            let (few, many) = (start(&deployed).await, start(&large).await);
            let bytes = async |function: &Function| function.send(&self.request).await.body.to_string().len();
            let (small, big) = (bytes(&few).await, bytes(&many).await);
            let (mut few_times, mut many_times) = (Vec::new(), Vec::new());
            // They alternate, so that other load affects both alike.
            for _ in 0..ROUNDS {
                few_times.push(few.response_time(&self.request).await);
                many_times.push(many.response_time(&self.request).await);
            }
            let (few, many) = (median(few_times).as_secs_f64(), median(many_times).as_secs_f64());
            println!(
                "  {what}: {:.1} ms, {:.1} times that of the deployed catalogue; {} kB instead of {} kB",
                many * 1000.0,
                many / few,
                big / 1000,
                small / 1000
            );
        }
    }
}

/// A table with copies of the items of a deployed table, of as many courses as are measured.
async fn copy_of(stack: &Stack, table: &str) -> String {
    let client = stack.dynamodb();
    let name = stack.create_empty_table_like(table).await;
    let deployed = async |table| {
        let name = stack.tables.get(table).expect("a table of the catalogue");
        let output = client.scan().table_name(name).send().await;
        output.expect("the table can be read").items.unwrap_or_default()
    };
    let copies = COURSES / deployed("courses").await.len();
    for item in deployed(table).await {
        let id = item.get("courseId").and_then(|id| id.as_s().ok()).expect("a course");
        for copy in 0..copies {
            let request = client.put_item().table_name(&name).set_item(Some(item.clone()));
            let request = request.item("courseId", AttributeValue::S(format!("{id}-{copy}")));
            request.send().await.expect("the item can be written");
        }
    }
    name
}

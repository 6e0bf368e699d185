//! Compares `GET /courses` and `POST /users/login` with functions of others that do the same, in turns in one run: from the start of the
//! process to the first response, and when they are warm.
//!
//! The others are the functions in `typescript`, and `get-products` of aws-samples/serverless-rust-demo, which has no login. The variables
//! that `scripts/bench` sets say where they are. Without its variable, `get-products` is left out.

use std::{
    collections::HashMap,
    env,
    time::{Duration, Instant},
};

use aws_sdk_dynamodb::types::{
    AttributeDefinition, AttributeValue, BillingMode, KeySchemaElement, KeyType, ScalarAttributeType,
};
use testing::{Function, Stack, TestRequest, TestResponse, TestUser};

use crate::{
    counts::{Counts, as_float, millions},
    median,
    production::Production,
};

const COLD_ROUNDS: usize = 15;
const WARM_ROUNDS: usize = 300;
/// Under Valgrind, functions are about 50 times slower.
const PATIENT: (&str, &str) = ("AWS_CALL_TIMEOUT_SECONDS", "60");
/// The products in the table of `get-products`: as many as the catalogue has courses, and as it reads at most.
const PRODUCTS: usize = 20;

/// A function that is compared.
struct Compared {
    name: &'static str,
    program: Program,
    variables: Vec<(&'static str, String)>,
    request: TestRequest,
}

/// What runs a function.
enum Program {
    /// A binary of ours, with the variables of production.
    Ours(&'static str),
    /// Another binary, by its path.
    Native(String),
    /// The runtime and the handler, which Node.js runs.
    JavaScript { runtime: [String; 2], handler: String },
}

/// What was measured from the start of a process to its first response.
struct ColdStart {
    time: Duration,
    /// In KiB.
    peak_memory: u64,
}

pub(crate) async fn measure() {
    let production = Production::running().await;
    let request = production.request(&TestRequest::get("/courses").query("lang", "fr"));
    let ours = |name, max_age: &str| Compared {
        name,
        program: Program::Ours("courses-list"),
        variables: vec![("CATALOGUE_MAX_AGE_SECONDS", max_age.to_owned())],
        request: request.clone(),
    };
    let table = production.stack.tables["courses"].clone();
    let typescript = || javascript("courses", vec![("COURSES_TABLE", table.clone())], &request);
    let data = async |compared: Compared| compared.respond(&production).await.data().clone();
    assert_eq!(
        data(typescript()).await,
        data(ours("courses-list", "60")).await,
        "both list the same courses"
    );
    let products = get_products(&production.stack, &request).await;

    let mut gets = vec![ours("courses-list", "60"), typescript()];
    gets.extend(products);
    compare_cold("GET, cold", &gets, &production).await;
    gets[0] = ours("courses-list, with a read of the table", "0");
    gets.push(ours("courses-list, from its cache", "60"));
    compare_warm("GET, warm", &gets, &production).await;

    let logins = logins(&production).await;
    compare_cold("POST /users/login, cold", &logins, &production).await;
    compare_warm("POST /users/login, warm", &logins, &production).await;
}

/// Our login and that in TypeScript, of one user on a device that is known, so that no email reports the login.
async fn logins(production: &Production) -> Vec<Compared> {
    let stack = &production.stack;
    let user = TestUser::verified(stack).await;
    let login = production.request(&user.login_request());
    let mut ours = Compared {
        name: "users-login",
        program: Program::Ours("users-login"),
        variables: Vec::new(),
        request: login.clone(),
    };
    let first = ours.respond(production).await;
    ours.request = login.clone().cookie(first.set_cookie("__Host-device"));

    let (key_id, key) = stack.secret("signingKey").await;
    let variables = vec![
        ("USERS_TABLE", stack.tables["users"].clone()),
        ("SIGNING_KEY_ID", key_id),
        ("SIGNING_KEY", key),
    ];
    let typescript = javascript("login", variables, &login);
    let response = typescript.respond(production).await;
    let token = response.body["token"].as_str().expect("a token");
    let profile = stack.send(&TestRequest::get("/users/me").bearer(token)).await;
    assert_eq!(profile.status, 200, "the API accepts the token");
    vec![ours, typescript]
}

/// The handler of a file in `typescript`.
fn javascript(file: &str, variables: Vec<(&'static str, String)>, request: &TestRequest) -> Compared {
    let folder = env::var("PEERS_TYPESCRIPT").expect("scripts/bench says where it is");
    let node = env::var("PEERS_NODE").expect("scripts/bench says where it is");
    Compared {
        name: "TypeScript",
        program: Program::JavaScript {
            runtime: [node, format!("{folder}/runtime.cjs")],
            handler: format!("{folder}/{file}.cjs"),
        },
        variables,
        request: request.clone(),
    }
}

/// `get-products` of serverless-rust-demo, with a table of its own. It reads nothing of the request.
async fn get_products(stack: &Stack, request: &TestRequest) -> Option<Compared> {
    let path = env::var("PEERS_RUST_DEMO").ok()?;
    let variables = vec![
        ("TABLE_NAME", products_table(stack).await),
        // As its template sets it.
        ("RUST_LOG", "info".to_owned()),
    ];
    Some(Compared {
        name: "serverless-rust-demo",
        program: Program::Native(path),
        variables,
        // Its version of lambda_http needs the header, which API Gateway sends.
        request: request.clone().header("host", "example.org"),
    })
}

/// A table with the key and the attributes that serverless-rust-demo expects.
async fn products_table(stack: &Stack) -> String {
    let client = stack.dynamodb();
    let name = format!("{}-products-of-serverless-rust-demo", stack.stack);
    let key = KeySchemaElement::builder().attribute_name("id").key_type(KeyType::Hash);
    let attribute = AttributeDefinition::builder()
        .attribute_name("id")
        .attribute_type(ScalarAttributeType::S);
    let creation = client
        .create_table()
        .table_name(&name)
        .key_schema(key.build().expect("a name and a type"))
        .attribute_definitions(attribute.build().expect("a name and a type"))
        .billing_mode(BillingMode::PayPerRequest);
    creation.send().await.expect("the table can be created");
    for number in 0..PRODUCTS {
        let item = HashMap::from([
            ("id".to_owned(), AttributeValue::S(format!("product-{number}"))),
            ("name".to_owned(), AttributeValue::S(format!("Product {number}"))),
            ("price".to_owned(), AttributeValue::N("10.5".to_owned())),
        ]);
        let request = client.put_item().table_name(&name).set_item(Some(item));
        request.send().await.expect("the item can be written");
    }
    name
}

/// Measures first responses in turns, so that other work on the machine affects all functions alike. Ratios are to the first function.
async fn compare_cold(title: &str, functions: &[Compared], production: &Production) {
    let mut starts: Vec<Vec<ColdStart>> = functions.iter().map(|_| Vec::new()).collect();
    for _ in 0..COLD_ROUNDS {
        for (function, starts) in functions.iter().zip(&mut starts) {
            starts.push(function.cold_start(production).await);
        }
    }
    println!("{title} (medians of {COLD_ROUNDS})");
    let times: Vec<_> = starts
        .iter()
        .map(|starts| median(starts.iter().map(|start| start.time).collect()))
        .collect();
    for ((function, starts), time) in functions.iter().zip(&starts).zip(&times) {
        let instructions = match function.instructions(production).await {
            Some(count) => format!("{:.1} million instructions", millions(count)),
            None => "–".to_owned(),
        };
        let memory = starts.iter().map(|start| start.peak_memory).max().unwrap_or_default();
        print_time(function.name, *time, times[0]);
        println!("{:>8.1} MiB   {instructions}", as_float(memory) / 1024.0);
    }
}

/// Measures later responses as [`compare_cold`] does the first ones.
async fn compare_warm(title: &str, functions: &[Compared], production: &Production) {
    let mut running = Vec::new();
    for function in functions {
        let started = function.start(production).await;
        function.check(&started).await;
        running.push((function, started, Vec::new()));
    }
    for _ in 0..WARM_ROUNDS {
        for (function, started, times) in &mut running {
            times.push(started.response_time(&function.request).await);
        }
    }
    println!("{title} (medians of {WARM_ROUNDS})");
    let medians: Vec<_> = running.into_iter().map(|(_, _, times)| median(times)).collect();
    for (function, time) in functions.iter().zip(&medians) {
        print_time(function.name, *time, medians[0]);
        println!();
    }
}

fn print_time(name: &str, time: Duration, ours: Duration) {
    let (milliseconds, ratio) = (time.as_secs_f64() * 1000.0, time.as_secs_f64() / ours.as_secs_f64());
    print!("  {name:<40}{milliseconds:>8.2} ms{ratio:>8.2}");
}

impl Compared {
    async fn start(&self, production: &Production) -> Function {
        let variables = self.variables();
        match &self.program {
            Program::Ours(binary) => production.start_with(binary, &variables).await,
            Program::Native(path) => Function::start(path, &production.stack, &variables).await,
            Program::JavaScript { runtime, handler } => {
                Function::start_under(runtime, handler, &production.stack, &variables).await
            }
        }
    }

    fn variables(&self) -> Vec<(&str, &str)> {
        let variables = self.variables.iter();
        variables.map(|(name, value)| (*name, value.as_str())).collect()
    }

    async fn cold_start(&self, production: &Production) -> ColdStart {
        let started = Instant::now();
        let function = self.start(production).await;
        function.response_time(&self.request).await;
        ColdStart {
            time: started.elapsed(),
            peak_memory: function.peak_memory().expect("Linux tells it"),
        }
    }

    /// The instructions until the first response. None for JavaScript: Node.js compiles it in other threads meanwhile, so counts differ
    /// from run to run.
    async fn instructions(&self, production: &Production) -> Option<u64> {
        let counts = Counts::new();
        let mut variables = self.variables();
        variables.push(PATIENT);
        let function = match &self.program {
            Program::Ours(binary) => production.start_under(&counts.program(), binary, &variables).await,
            Program::Native(path) => {
                Function::start_under(&counts.program(), path, &production.stack, &variables).await
            }
            Program::JavaScript { .. } => return None,
        };
        self.check(&function).await;
        function.terminate().await;
        Some(counts.sum())
    }

    /// The first response of a new process, which is a success.
    async fn respond(&self, production: &Production) -> TestResponse {
        self.check(&self.start(production).await).await
    }

    async fn check(&self, function: &Function) -> TestResponse {
        let response = function.send_unchecked(&self.request).await;
        assert_eq!(response.status, 200, "{}: {response:?}", self.name);
        response
    }
}

//! What every endpoint must do when its surroundings are not as they should be.

mod proxy;
mod steps;

use std::{
    net::Ipv4Addr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

pub use proxy::{AwsRequest, Fault, Proxy, Step};
use serde_json::Value;
pub use steps::{Case, Deployed, check_each_step, check_steps, requests_of_a_call};
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
};

use crate::{Call, Function, Reply, Stack};

/// An address at which nothing listens: port 1 needs privileges that no test server has.
const NOBODY: &str = "http://127.0.0.1:1";

/// An address at which an AWS service does not answer, until it does.
#[derive(Debug)]
pub struct Outage {
    endpoint: String,
    over: Arc<AtomicBool>,
}

impl Outage {
    /// Every connection is closed as soon as it is made.
    pub async fn of(stack: &Stack) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
        let endpoint = format!("http://{}", listener.local_addr().expect("the port is bound"));
        let over = Arc::new(AtomicBool::new(false));
        let service = stack.aws.trim_start_matches("http://").to_owned();
        tokio::spawn(pass_on(listener, service, Arc::clone(&over)));
        Self { endpoint, over }
    }

    /// What the function takes for the service, as in `AWS_ENDPOINT_URL_DYNAMODB`.
    #[must_use]
    pub fn endpoint(&self) -> &str {
        &self.endpoint
    }

    /// From now on the service answers.
    pub fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }
}

async fn pass_on(listener: TcpListener, service: String, over: Arc<AtomicBool>) {
    while let Ok((mut client, _)) = listener.accept().await {
        if over.load(Ordering::Relaxed) {
            let service = service.clone();
            tokio::spawn(async move {
                let mut service = TcpStream::connect(service).await.expect("the stack answers");
                copy_bidirectional(&mut client, &mut service).await.ok();
            });
        }
    }
}

/// Without any one of the variables, every request is answered with `internal_error`, and the log names the variable.
pub async fn check_each_variable_is_required<T: AsRef<str>>(binary: &str, variables: &[(T, T)], call: &Call) {
    let stack = Stack::running();
    let variables = borrowed(variables);
    for (missing, _) in &variables {
        let others: Vec<_> = variables.iter().filter(|(name, _)| name != missing).copied().collect();
        let function = Function::start(binary, &stack, &others).await;
        check_misconfigured(&function, call, &format!("environment variable {missing} is not set")).await;
    }
}

/// A function that could not be wired says so in its log and answers `internal_error`.
pub async fn check_misconfigured(function: &Function, call: &Call, cause: &str) {
    let reply = function.send(call).await;
    assert_eq!(
        (reply.status, &reply.body["code"]),
        (500, &Value::from("internal_error"))
    );
    assert_says_nothing_of_the_cause(&reply, cause);
    let line = function.logged("the function is misconfigured").await;
    assert_eq!(
        (&line["level"], &line["cause"]),
        (&Value::from("ERROR"), &Value::from(cause))
    );
}

/// When nothing answers where the tables should be, requests are answered with `service_unavailable` in the person's
/// language, and the log tells the cause. The reply is returned for a snapshot.
pub async fn check_tables_unreachable<T: AsRef<str>>(binary: &str, variables: &[(T, T)], call: &Call) -> Reply {
    let mut stack = Stack::running();
    NOBODY.clone_into(&mut stack.aws);
    let function = Function::start(binary, &stack, &borrowed(variables)).await;

    let reply = function.send(call).await;
    assert_eq!(
        (reply.status, &reply.body["code"]),
        (503, &Value::from("service_unavailable"))
    );
    let line = function.logged("failed").await;
    assert_eq!(line["level"], "ERROR");
    assert_eq!(line["code"], "service_unavailable");
    let cause = line["cause"].as_str().unwrap_or_default();
    assert!(cause.to_lowercase().contains("connect"), "the cause is told: {line}");
    assert_says_nothing_of_the_cause(&reply, "127.0.0.1");
    reply
}

/// When the tables take connections and then say nothing, requests are answered with `service_unavailable` after the time that a
/// call has.
pub async fn check_tables_hanging<T: AsRef<str>>(binary: &str, variables: &[(T, T)], call: &Call) {
    let silent = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
    let mut stack = Stack::running();
    stack.aws = format!("http://{}", silent.local_addr().expect("the port is bound"));
    let mut variables = borrowed(variables);
    variables.push(("AWS_CALL_TIMEOUT_SECONDS", "1"));
    let function = Function::start(binary, &stack, &variables).await;

    let reply = function.send(call).await;
    assert_eq!(
        (reply.status, &reply.body["code"]),
        (503, &Value::from("service_unavailable"))
    );
    drop(silent);
}

fn borrowed<T: AsRef<str>>(variables: &[(T, T)]) -> Vec<(&str, &str)> {
    let pairs = variables.iter().map(|(name, value)| (name.as_ref(), value.as_ref()));
    pairs.collect()
}

fn assert_says_nothing_of_the_cause(reply: &Reply, cause: &str) {
    assert!(
        !reply.body.to_string().contains(cause),
        "an internal error text is sent: {reply:?}"
    );
}

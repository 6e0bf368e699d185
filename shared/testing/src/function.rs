//! Runs the binary of one function as Lambda does, with environment variables that the test chooses. Use it for what a deployed
//! function cannot show, such as a missing variable or a missing table.

use std::{
    collections::BTreeMap,
    net::Ipv4Addr,
    path::PathBuf,
    process::Stdio,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use axum::{
    Router,
    body::Body,
    extract::{Path, State},
    http::{Response, StatusCode},
    routing::{get, post},
};
use jiff::Timestamp;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    net::TcpListener,
    process::{Child, Command},
    sync::{mpsc, oneshot},
};

use crate::{Stack, TestRequest, TestResponse, metrics, openapi};

/// The timeout of a function whose test is not about it.
const LONGEST_TIMEOUT: Duration = Duration::from_hours(1);
/// How long a test waits for an event. It is long enough for a busy machine.
pub(crate) const WAIT_LIMIT: Duration = Duration::from_mins(1);

const RATE_LIMITS: &str = "RATE_LIMITS";

/// A function as the stack deploys it.
#[derive(Debug, Clone, Copy)]
pub struct DeployedFunction {
    /// The name of the binary, such as `users-login`.
    pub binary: &'static str,
    /// Variables that differ from those of the deployed function.
    overrides: &'static [(&'static str, &'static str)],
}

impl DeployedFunction {
    #[must_use]
    pub const fn named(binary: &'static str) -> Self {
        Self { binary, overrides: &[] }
    }

    #[must_use]
    pub const fn with(self, overrides: &'static [(&'static str, &'static str)]) -> Self {
        Self { overrides, ..self }
    }

    /// The name in the template: `UsersLoginFunction`.
    #[must_use]
    pub fn name(self) -> String {
        let words = self.binary.split('-');
        let capitalized = words.map(|word| word[..1].to_uppercase() + &word[1..]);
        capitalized.collect::<String>() + "Function"
    }

    /// The environment variables of the deployed function, with the overrides.
    #[must_use]
    pub fn variables(self) -> Vec<(String, String)> {
        let overrides = self
            .overrides
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Stack::function_variables(&self.name())
            .into_iter()
            .chain(overrides)
            .collect()
    }

    /// Starts the function with its variables, and others that override some of them.
    pub async fn start(self, stack: &Stack, overrides: &[(&str, &str)]) -> Function {
        self.start_with_timeout(stack, overrides, LONGEST_TIMEOUT).await
    }

    /// As [`Self::start`]. Lambda would stop the function that long after an event.
    pub async fn start_with_timeout(self, stack: &Stack, overrides: &[(&str, &str)], timeout: Duration) -> Function {
        let variables = self.variables();
        let variables = variables.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let variables = variables.chain(stack.variables()).chain(overrides.iter().copied());
        let variables: Vec<_> = variables.collect();
        Function::start_with_timeout(self.binary, stack, &variables, timeout).await
    }
}

/// A running function. Its process ends with the test.
///
/// Like Lambda, it freezes the process between a response and the next event, so work that a function leaves in the background does
/// not finish.
#[derive(Debug)]
pub struct Function {
    events: mpsc::Sender<Invocation>,
    log: Arc<Mutex<Vec<String>>>,
    process: Child,
    /// Held while the function handles an event.
    busy: tokio::sync::Mutex<()>,
}

/// An event, and where its response goes.
type Invocation = (Value, oneshot::Sender<String>);

/// The state of the Lambda Runtime API: events to deliver, and callers that wait for responses, by request id.
#[derive(Clone)]
struct RuntimeApi {
    /// How long an invocation may take.
    timeout: Duration,
    events: Arc<tokio::sync::Mutex<mpsc::Receiver<Invocation>>>,
    waiting: Arc<Mutex<BTreeMap<String, oneshot::Sender<String>>>>,
}

impl Function {
    /// Starts a function's binary, such as `users-login`, with access to the stack and these variables. When a variable occurs twice,
    /// the last value applies; of the rate limits, the last value of each limit.
    pub async fn start(binary: &str, stack: &Stack, variables: &[(&str, &str)]) -> Self {
        Self::start_with_timeout(binary, stack, variables, LONGEST_TIMEOUT).await
    }

    /// As [`Self::start`]. Lambda would stop the function that long after an event.
    pub async fn start_with_timeout(
        binary: &str,
        stack: &Stack,
        variables: &[(&str, &str)],
        timeout: Duration,
    ) -> Self {
        Self::start_command(Command::new(program_of(binary)), binary, stack, variables, timeout).await
    }

    /// As [`Self::start`], as an argument of another program, such as one that counts instructions.
    pub async fn start_under(program: &[String], binary: &str, stack: &Stack, variables: &[(&str, &str)]) -> Self {
        let (name, arguments) = program.split_first().expect("a program");
        let mut command = Command::new(name);
        command.args(arguments).arg(program_of(binary));
        Self::start_command(command, binary, stack, variables, LONGEST_TIMEOUT).await
    }

    async fn start_command(
        mut command: Command,
        binary: &str,
        stack: &Stack,
        variables: &[(&str, &str)],
        timeout: Duration,
    ) -> Self {
        let (events, received) = mpsc::channel(1);
        let api = RuntimeApi {
            timeout,
            events: Arc::new(tokio::sync::Mutex::new(received)),
            waiting: Arc::default(),
        };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
        let address = listener.local_addr().expect("the port is bound");
        let router = Router::new()
            .route("/2018-06-01/runtime/invocation/next", get(next))
            .route("/2018-06-01/runtime/invocation/{id}/response", post(respond))
            .route("/2018-06-01/runtime/invocation/{id}/error", post(respond))
            .with_state(api);
        tokio::spawn(async move { axum::serve(listener, router).await });

        let limits = rate_limits(variables);
        let mut process = command
            .env_clear()
            .env("_HANDLER", binary)
            .env("AWS_LAMBDA_RUNTIME_API", address.to_string())
            .env("AWS_LAMBDA_FUNCTION_NAME", "test")
            .env("AWS_LAMBDA_FUNCTION_VERSION", "1")
            .env("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "512")
            .envs(stack.environment())
            .envs(variables.iter().copied())
            .env(RATE_LIMITS, limits)
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap_or_else(|error| {
                panic!(
                    "{command:?} does not start ({error}): cargo build --package functions-local builds the functions"
                )
            });
        let log = Arc::default();
        tokio::spawn(collect_log(
            process.stdout.take().expect("its output is piped"),
            Arc::clone(&log),
        ));
        Self {
            events,
            log,
            process,
            busy: tokio::sync::Mutex::default(),
        }
    }

    /// Sends a request to the function and checks the response against the OpenAPI document. The result of a job becomes a response:
    /// status 200, or the error code with its status.
    pub async fn send(&self, request: &TestRequest) -> TestResponse {
        let response = self.send_unchecked(request).await;
        if !request.is_job() {
            openapi::check(request.method(), request.path(), &response);
        }
        response
    }

    /// As [`Self::send`], for a function that the OpenAPI document does not describe.
    pub async fn send_unchecked(&self, request: &TestRequest) -> TestResponse {
        let result: Value = serde_json::from_str(&self.invoke(request).await).expect("the result is JSON");
        if request.is_job() {
            return TestResponse::of_job(&result).to(request);
        }
        let status = result["statusCode"]
            .as_u64()
            .unwrap_or_else(|| panic!("not an HTTP response: {result}"));
        let headers = ["headers", "multiValueHeaders"].into_iter().flat_map(|kind| {
            let pairs = result[kind].as_object().into_iter().flatten();
            pairs.filter_map(|(name, value)| Some((name.as_str(), value.as_str().or_else(|| value[0].as_str())?)))
        });
        let cookies = result["cookies"].as_array().into_iter().flatten();
        let cookies = cookies.filter_map(|cookie| Some(("set-cookie", cookie.as_str()?)));
        let status = u16::try_from(status).expect("a status");
        let body = result["body"].as_str().unwrap_or_default();
        TestResponse::new(status, headers.chain(cookies), body).to(request)
    }

    /// The time from the event to the response.
    pub async fn response_time(&self, request: &TestRequest) -> Duration {
        let started = Instant::now();
        self.invoke(request).await;
        started.elapsed()
    }

    /// The processor time that a response takes. Unlike [`Self::response_time`], it does not depend on other work on the machine.
    pub async fn processor_time(&self, request: &TestRequest) -> Duration {
        let before = self.processor_time_so_far();
        self.invoke(request).await;
        self.processor_time_so_far().saturating_sub(before)
    }

    /// The processor time of all threads, from Linux's `schedstat` files.
    fn processor_time_so_far(&self) -> Duration {
        let id = self.process.id().expect("the function runs");
        let threads = std::fs::read_dir(format!("/proc/{id}/task")).expect("the function has threads");
        let nanoseconds = threads.filter_map(|thread| {
            let times = std::fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
            times.split(' ').next()?.parse::<u64>().ok()
        });
        Duration::from_nanos(nanoseconds.sum())
    }

    /// The peak memory of the process in KiB. None on systems other than Linux.
    #[must_use]
    pub fn peak_memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()?)).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.trim().strip_suffix(" kB")?.parse().ok()
    }

    /// Ends the process as a user would, and waits for its end.
    pub async fn terminate(mut self) {
        self.signal(Signal::TERM);
        self.signal(Signal::CONT);
        self.process.wait().await.expect("the process ends");
    }

    async fn invoke(&self, request: &TestRequest) -> String {
        let _busy = self.busy.lock().await;
        self.signal(Signal::CONT);
        let (sender, result) = oneshot::channel();
        self.events
            .send((request.with_secret().await.event(), sender))
            .await
            .expect("the function takes events");
        let result = tokio::time::timeout(WAIT_LIMIT, result).await;
        self.signal(Signal::STOP);
        result
            .expect("the function responds in time")
            .expect("the function responds")
    }

    fn signal(&self, signal: Signal) {
        let id = self.process.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
        kill_process(id.expect("the function runs"), signal).expect("the function runs");
    }

    /// Waits for the first log line with this message. Fails the test when none comes, or when a line is not JSON.
    pub async fn wait_for_log(&self, message: &str) -> Value {
        self.wait_for_log_line(|line| line["message"] == message).await
    }

    /// Waits for the first log line that matches. Fails the test as [`Self::wait_for_log`] does.
    pub async fn wait_for_log_line(&self, matches: impl Fn(&Value) -> bool) -> Value {
        let found = async {
            loop {
                if let Some(line) = self.lines().into_iter().find(&matches) {
                    return line;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(WAIT_LIMIT, found)
            .await
            .unwrap_or_else(|_| panic!("no log line matches: {:#?}", self.lines()))
    }

    /// Waits until at least `count` log lines have this metric, and returns them. Each line is valid for `CloudWatch`.
    pub async fn wait_for_metrics(&self, name: &str, count: usize) -> Vec<Value> {
        let found = async {
            loop {
                let lines = self.lines().into_iter();
                let lines: Vec<_> = lines
                    .filter(|line| line.get("_aws").is_some() && line[name].is_number())
                    .collect();
                if lines.len() >= count {
                    return lines;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(WAIT_LIMIT, found)
            .await
            .unwrap_or_else(|_| panic!("fewer than {count} lines have the metric {name}: {:#?}", self.lines()))
    }

    pub fn log(&self) -> String {
        self.log.lock().expect("no test thread panicked").join("\n")
    }

    fn lines(&self) -> Vec<Value> {
        let lines = self.log.lock().expect("no test thread panicked");
        let parse = |line: &String| {
            let line: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("not a JSON log line: {line}"));
            if line.get("_aws").is_some() {
                metrics::check(&line);
            }
            line
        };
        lines.iter().map(parse).collect()
    }
}

/// The program of a function: its own binary, which the benchmarks build, or the one of all functions.
fn program_of(binary: &str) -> PathBuf {
    let all = binary_path("functions");
    if all.is_file() { all } else { binary_path(binary) }
}

/// The path of a binary from the same build as the test. Cargo puts tests and examples in folders beside the binaries.
#[must_use]
pub fn binary_path(binary: &str) -> PathBuf {
    let test = std::env::current_exe().expect("a test has a path");
    let folder = test.ancestors().nth(2).expect("a test is in a folder of the build");
    folder.join(binary)
}

/// The rate limits of all variables: a test changes some of those of the deployed function.
fn rate_limits(variables: &[(&str, &str)]) -> String {
    let given = variables.iter().filter(|(name, _)| *name == RATE_LIMITS);
    let limits = given.flat_map(|(_, limits)| limits.split_terminator(',')).map(|limit| {
        let (name, _) = limit.split_once(':').expect("a limit with its number");
        (name, limit)
    });
    let last: BTreeMap<_, _> = limits.collect();
    last.into_values().collect::<Vec<_>>().join(",")
}

async fn collect_log(output: tokio::process::ChildStdout, log: Arc<Mutex<Vec<String>>>) {
    let mut lines = BufReader::new(output).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        log.lock().expect("no test thread panicked").push(line);
    }
}

async fn next(State(api): State<RuntimeApi>) -> Response<Body> {
    static COUNT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let Some((event, waiting)) = api.events.lock().await.recv().await else {
        // The test has ended. The function waits for an event that does not come until its process ends with the test.
        return std::future::pending().await;
    };
    let id = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed).to_string();
    let deadline = (Timestamp::now() + api.timeout).as_millisecond();
    api.waiting
        .lock()
        .expect("no handler panicked")
        .insert(id.clone(), waiting);
    Response::builder()
        .header("lambda-runtime-aws-request-id", id)
        .header("lambda-runtime-deadline-ms", deadline.to_string())
        .header(
            "lambda-runtime-invoked-function-arn",
            "arn:aws:lambda:eu-west-3:000000000000:function:test",
        )
        .body(Body::from(event.to_string()))
        .expect("a response")
}

async fn respond(State(api): State<RuntimeApi>, Path(id): Path<String>, body: String) -> StatusCode {
    let waiting = api.waiting.lock().expect("no handler panicked").remove(&id);
    if let Some(waiting) = waiting {
        waiting.send(body).ok();
    }
    StatusCode::ACCEPTED
}

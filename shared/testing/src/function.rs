//! One function's binary, run as Lambda runs it but in an environment of the test's own: for what a deployed function cannot
//! be asked to show, such as a missing setting or a table that is not there.

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
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    net::TcpListener,
    process::{Child, Command},
    sync::{mpsc, oneshot},
};

use crate::{Call, Reply, Stack, metrics, openapi};

/// How long a test waits for what has to come: so long that a busy machine fails none.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// A running function. It ends with the test.
///
/// Like Lambda, it freezes the process from an answer to the next event: what a function leaves running is not done.
#[derive(Debug)]
pub struct Function {
    events: mpsc::Sender<Invocation>,
    log: Arc<Mutex<Vec<String>>>,
    process: Child,
    /// Held by the event that the function is at.
    turn: tokio::sync::Mutex<()>,
}

type Invocation = (Value, oneshot::Sender<String>);

/// What the Runtime API knows: events to hand out, and who waits for the answers.
#[derive(Clone)]
struct RuntimeApi {
    events: Arc<tokio::sync::Mutex<mpsc::Receiver<Invocation>>>,
    waiting: Arc<Mutex<BTreeMap<String, oneshot::Sender<String>>>>,
}

impl Function {
    /// Starts a function's binary, such as `users-login`, with access to the stack and, on top, the variables given. Of two values of
    /// one variable, the last counts.
    pub async fn start(binary: &str, stack: &Stack, variables: &[(&str, &str)]) -> Self {
        let (events, received) = mpsc::channel(1);
        let api = RuntimeApi {
            events: Arc::new(tokio::sync::Mutex::new(received)),
            waiting: Arc::default(),
        };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
        let address = listener.local_addr().expect("the port is bound");
        let router = Router::new()
            .route("/2018-06-01/runtime/invocation/next", get(next))
            .route("/2018-06-01/runtime/invocation/{id}/response", post(answer))
            .route("/2018-06-01/runtime/invocation/{id}/error", post(answer))
            .with_state(api);
        tokio::spawn(async move { axum::serve(listener, router).await });

        let mut process = Command::new(built(binary))
            .env_clear()
            .env("AWS_LAMBDA_RUNTIME_API", address.to_string())
            .env("AWS_LAMBDA_FUNCTION_NAME", "test")
            .env("AWS_LAMBDA_FUNCTION_VERSION", "1")
            .env("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "512")
            .envs(stack.environment())
            .envs(variables.iter().copied())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap_or_else(|error| {
                panic!("{binary} does not start ({error}): cargo build --workspace --bins builds it")
            });
        let log = Arc::default();
        tokio::spawn(keep_log(
            process.stdout.take().expect("its output is piped"),
            Arc::clone(&log),
        ));
        Self {
            events,
            log,
            process,
            turn: tokio::sync::Mutex::default(),
        }
    }

    /// Starts a function's binary as it is deployed under a name (`UsersLoginFunction`), with other values for some variables.
    pub async fn deployed(binary: &str, stack: &Stack, name: &str, others: &[(&str, &str)]) -> Self {
        let deployed = Stack::variables_of(name);
        let deployed = deployed.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let variables: Vec<_> = deployed.chain(others.iter().copied()).collect();
        Self::start(binary, stack, &variables).await
    }

    /// Makes a request and holds the answer against the OpenAPI document.
    pub async fn send(&self, call: &Call) -> Reply {
        let answer: Value = serde_json::from_str(&self.invoke(call).await).expect("the answer is JSON");
        let status = answer["statusCode"]
            .as_u64()
            .unwrap_or_else(|| panic!("not an HTTP answer: {answer}"));
        let headers = ["headers", "multiValueHeaders"].into_iter().flat_map(|kind| {
            let pairs = answer[kind].as_object().into_iter().flatten();
            pairs.filter_map(|(name, value)| Some((name.as_str(), value.as_str().or_else(|| value[0].as_str())?)))
        });
        let cookies = answer["cookies"].as_array().into_iter().flatten();
        let cookies = cookies.filter_map(|cookie| Some(("set-cookie", cookie.as_str()?)));
        let status = u16::try_from(status).expect("a status");
        let reply = Reply::new(
            status,
            headers.chain(cookies),
            answer["body"].as_str().unwrap_or_default(),
        );
        openapi::check(call.method(), call.path(), &reply);
        reply
    }

    /// How long the function takes to answer, with nothing else in it.
    pub async fn time(&self, call: &Call) -> Duration {
        let started = Instant::now();
        self.invoke(call).await;
        started.elapsed()
    }

    /// How much time of a processor the function takes to answer: work elsewhere does not count, as it does in [`Self::time`].
    pub async fn processor_time(&self, call: &Call) -> Duration {
        let before = self.processor_time_so_far();
        self.invoke(call).await;
        self.processor_time_so_far().saturating_sub(before)
    }

    /// As Linux tells it of each thread, in nanoseconds.
    fn processor_time_so_far(&self) -> Duration {
        let id = self.process.id().expect("the function runs");
        let threads = std::fs::read_dir(format!("/proc/{id}/task")).expect("the function has threads");
        let nanoseconds = threads.filter_map(|thread| {
            let times = std::fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
            times.split(' ').next()?.parse::<u64>().ok()
        });
        Duration::from_nanos(nanoseconds.sum())
    }

    /// The most memory that the process has had at once, as Linux tells it: `23456 kB`.
    #[must_use]
    pub fn peak_memory(&self) -> Option<String> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()?)).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        Some(line.trim().to_owned())
    }

    async fn invoke(&self, call: &Call) -> String {
        let _turn = self.turn.lock().await;
        self.signal(Signal::CONT);
        let (answer, answered) = oneshot::channel();
        self.events
            .send((call.event(), answer))
            .await
            .expect("the function takes events");
        let answered = tokio::time::timeout(PATIENCE, answered).await;
        self.signal(Signal::STOP);
        answered
            .expect("the function answers in time")
            .expect("the function answers")
    }

    fn signal(&self, signal: Signal) {
        let id = self.process.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
        kill_process(id.expect("the function runs"), signal).expect("the function runs");
    }

    /// The first log line with this message. It fails the test when there is none, and when a line is not JSON.
    pub async fn logged(&self, message: &str) -> Value {
        self.log_line(|line| line["message"] == message).await
    }

    /// The first log line that is as wanted. It fails as [`Self::logged`] does.
    pub async fn log_line(&self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        let found = async {
            loop {
                if let Some(line) = self.lines().into_iter().find(&is_wanted) {
                    return line;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(PATIENCE, found)
            .await
            .unwrap_or_else(|_| panic!("it was not logged: {:#?}", self.lines()))
    }

    /// The lines so far that have a metric, once there are as many. Each is as `CloudWatch` wants it.
    pub async fn metrics(&self, name: &str, count: usize) -> Vec<Value> {
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
        tokio::time::timeout(PATIENCE, found)
            .await
            .unwrap_or_else(|_| panic!("it was not counted {count} times: {:#?}", self.lines()))
    }

    /// Everything that was logged so far.
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

/// A binary of the same build as the test: Cargo keeps tests and examples in folders beside the binaries.
fn built(binary: &str) -> PathBuf {
    let test = std::env::current_exe().expect("a test has a path");
    let folder = test.ancestors().nth(2).expect("a test is in a folder of the build's");
    folder.join(binary)
}

async fn keep_log(output: tokio::process::ChildStdout, log: Arc<Mutex<Vec<String>>>) {
    let mut lines = BufReader::new(output).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        log.lock().expect("no test thread panicked").push(line);
    }
}

async fn next(State(api): State<RuntimeApi>) -> Response<Body> {
    static COUNT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let Some((event, waiting)) = api.events.lock().await.recv().await else {
        // The test is over: the function waits for an event that does not come, and ends with the test.
        return std::future::pending().await;
    };
    let id = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed).to_string();
    api.waiting
        .lock()
        .expect("no handler panicked")
        .insert(id.clone(), waiting);
    Response::builder()
        .header("lambda-runtime-aws-request-id", id)
        .header("lambda-runtime-deadline-ms", "4102444800000")
        .header(
            "lambda-runtime-invoked-function-arn",
            "arn:aws:lambda:eu-west-3:000000000000:function:test",
        )
        .body(Body::from(event.to_string()))
        .expect("a response")
}

async fn answer(State(api): State<RuntimeApi>, Path(id): Path<String>, body: String) -> StatusCode {
    let waiting = api.waiting.lock().expect("no handler panicked").remove(&id);
    if let Some(waiting) = waiting {
        waiting.send(body).ok();
    }
    StatusCode::ACCEPTED
}

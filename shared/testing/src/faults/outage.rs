//! An outage of an AWS service, which the test can end.

use std::{
    net::Ipv4Addr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
};

use crate::Stack;

/// An endpoint that closes every connection until the outage ends. From then on it forwards connections to AWS.
#[derive(Debug)]
pub struct Outage {
    endpoint: String,
    ended: Arc<AtomicBool>,
}

impl Outage {
    pub async fn start(stack: &Stack) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
        let endpoint = format!("http://{}", listener.local_addr().expect("the port is bound"));
        let ended = Arc::new(AtomicBool::new(false));
        let service = stack.aws.trim_start_matches("http://").to_owned();
        tokio::spawn(accept(listener, service, Arc::clone(&ended)));
        Self { endpoint, ended }
    }

    /// The URL that the function uses instead of the service's, for a variable such as `AWS_ENDPOINT_URL_DYNAMODB`.
    #[must_use]
    pub fn endpoint(&self) -> &str {
        &self.endpoint
    }

    pub fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
    }
}

async fn accept(listener: TcpListener, service: String, ended: Arc<AtomicBool>) {
    while let Ok((mut client, _)) = listener.accept().await {
        if ended.load(Ordering::Relaxed) {
            let service = service.clone();
            tokio::spawn(async move {
                let mut service = TcpStream::connect(service).await.expect("the stack can be reached");
                copy_bidirectional(&mut client, &mut service).await.ok();
            });
        }
    }
}

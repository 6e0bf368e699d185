//! Functions with the variables of production, where every request must come through the CDN.

use testing::{DeployedFunction, Function, Stack, TestRequest};

/// The IP address of the client, as the CDN names it.
const CLIENT: &str = "198.51.100.7:50000";

/// The stack, as if its parameter `DirectCalls` were `refused`.
#[derive(Debug)]
pub(crate) struct Production {
    pub(crate) stack: Stack,
    /// The origin secret, which the CDN adds to requests.
    secret: String,
}

impl Production {
    pub(crate) async fn running() -> Self {
        let stack = Stack::running();
        let (_, secret) = stack.secret("origin").await;
        Self { stack, secret }
    }

    pub(crate) async fn start(&self, binary: &'static str) -> Function {
        self.start_with(binary, &[]).await
    }

    pub(crate) async fn start_with(&self, binary: &'static str, overrides: &[(&str, &str)]) -> Function {
        let overrides = [&self.overrides(), overrides].concat();
        DeployedFunction::named(binary).start(&self.stack, &overrides).await
    }

    /// Starts a function as an argument of another program, such as one that counts instructions.
    pub(crate) async fn start_under(
        &self,
        program: &[String],
        binary: &'static str,
        overrides: &[(&str, &str)],
    ) -> Function {
        let deployed = DeployedFunction::named(binary).variables();
        let deployed = deployed.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let variables: Vec<_> = deployed
            .chain(self.overrides())
            .chain(overrides.iter().copied())
            .collect();
        Function::start_under(program, binary, &self.stack, &variables).await
    }

    /// What the local stack sets otherwise.
    fn overrides(&self) -> [(&str, &str); 2] {
        [
            ("REQUIRED_ORIGIN", &self.stack.secrets["origin"]),
            ("DIGEST_EMAIL", "operator@example.org"),
        ]
    }

    /// A request as the CDN sends it.
    pub(crate) fn request(&self, request: &TestRequest) -> TestRequest {
        request.clone().through_cdn(&self.secret, CLIENT)
    }
}

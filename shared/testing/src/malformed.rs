//! Malformed bodies, which count for their client.

use std::time::Duration;

use crate::{Function, Stack, TestRequest, TestUser, in_one_window};

/// Sends a request with malformed bodies from one client until it is limited, and from its other networks.
pub async fn malformed_bodies_count_for_their_client(binary: &str, name: &str, request: &TestRequest) {
    in_one_window(Duration::from_mins(15), async || {
        let stack = Stack::running();
        let function = Function::start_deployed(binary, &stack, name, &[("RATE_LIMITS", "FailedLoginsPerIp:2")]).await;
        let (_, secret) = stack.secret("origin").await;
        let user = TestUser::verified(&stack).await;
        let malformed = request.clone().body("{");
        for expected in [
            (400, "malformed_request"),
            (400, "malformed_request"),
            (429, "too_many_attempts"),
        ] {
            let request = malformed.clone().through_cdn(&secret, &user.client_ip_and_port());
            assert_eq!(function.send(&request).await.status_and_code(), expected);
        }
        let mut counted = 0;
        for network in 0..12 {
            let address = format!("[2001:db8:{}:{network:x}00::1]:50000", &user.id[..4]);
            let response = function.send(&malformed.clone().through_cdn(&secret, &address)).await;
            counted += usize::from(response.status == 400);
        }
        assert_eq!(counted, 4 * 2);
    })
    .await;
}

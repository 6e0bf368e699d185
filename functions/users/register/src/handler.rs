//! `POST /users/register`: creates a user, and sends an email with a verification link (contract, call 1).

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use auth::email_verification;

use crate::{registration::Registration, wiring::Register};

impl Endpoint for Register {
    /// The rate limit counts refused registrations, too: the refusal of an existing email address reveals that it is registered. Only a
    /// failure of ours is refunded.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let registration = Registration::parse(request.json()?)?;
        let client_ip = self.origin_check.client_ip(request).await?;
        let attempt = self.rate_limiter.count(&self.per_ip, &client_ip).await?;

        // Boxed, because the future contains complete SDK calls.
        let user = match Box::pin(self.create_user(registration, request.language())).await {
            Ok(user) => user,
            Err(error) => {
                if error.is_internal() {
                    self.rate_limiter.refund(&attempt).await?;
                }
                return Err(error);
            }
        };
        email_verification::send_link(&self.tokens, &self.mailer, &user).await;
        let data = self.profiles.view(&user, request.language()).await?;
        ApiResponse::private(request, StatusCode::CREATED, Data { data })
    }

    async fn warm_up(&self) {
        tokio::join!(
            self.users.warm_up(),
            self.tokens.warm_up(),
            self.rate_limiter.warm_up(),
            self.origin_check.warm_up()
        );
    }
}

//! `POST /users/me/export`: starts an export of the signed-in user's data.

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::{
    data_exports::{DataExportView, MakeExportEvent},
    jobs::JobFunction,
    wired,
};
use auth::{
    authenticate,
    password_confirmation::PasswordConfirmation,
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
    tokens::Tokens,
};
use platform::clock;
use serde::Deserialize;
use store::users::{DataExport, DataExportState, User, UsersTable};

wired! {
    pub struct RequestExport(wiring), warm_up(tokens, users, confirmation) {
        tokens: Tokens = wiring.tokens()?,
        users: UsersTable = wiring.users()?,
        confirmation: PasswordConfirmation = wiring.password_confirmation()?,
        rate_limiter: RateLimiter = wiring.rate_limiter()?,
        per_user: RateLimit = wiring.rate_limit(rate_limits::DATA_EXPORTS_PER_USER)?,
        make_export: JobFunction = wiring.job_function(wiring.environment().make_export_function()?),
    }
}

#[derive(Deserialize)]
struct Payload {
    password: Option<String>,
}

impl Endpoint for RequestExport {
    /// A stolen access token is not enough for an export: the password is required, and wrong passwords are limited. While an archive is
    /// being made, a repeated request gets that export.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let user = authenticate(&self.tokens, &self.users, request).await?;
        let payload: Payload = request.json()?;
        self.confirmation.confirm_sent(&user, payload.password).await?;

        let current = user.current_data_export(clock::seconds());
        let export = match current.filter(|export| export.state == DataExportState::Making) {
            Some(export) => export,
            None => self.begin_limited(&user).await?,
        };
        let data = DataExportView::new(&export)?;
        ApiResponse::private(request, StatusCode::ACCEPTED, Data { data })
    }
}

impl RequestExport {
    /// Begins an export, if the user may begin another one. Only the request that begins it counts: of several at once, the others get
    /// that export, and would otherwise use up those of the day.
    async fn begin_limited(&self, user: &User) -> ApiResult<DataExport> {
        self.rate_limiter
            .require_left(&self.per_user, user.user_id.as_str())
            .await?;
        // Boxed, because the future contains complete SDK calls.
        Box::pin(self.begin(user, &DataExport::now())).await
    }

    /// Returns the export of another request if that one was first.
    async fn begin(&self, user: &User, requested: &DataExport) -> ApiResult<DataExport> {
        let user = self.users.begin_data_export(user, requested).await?;
        // The user was deleted since the request was authenticated.
        let user = user.ok_or(ErrorCode::Unauthorized)?;
        let current = user
            .data_export
            .ok_or_else(|| ApiError::caused_by(ErrorCode::ServiceUnavailable, "the other export was deleted"))?;
        if current.export_id == requested.export_id {
            let event = MakeExportEvent {
                user_id: user.user_id.clone(),
                export_id: current.export_id.clone(),
            };
            let attempts = self.rate_limiter.for_request();
            let started = async {
                attempts.count(&self.per_user, user.user_id.as_str()).await?;
                Ok::<_, ApiError>(self.make_export.start(&event).await?)
            };
            if let Err(cause) = attempts.refund_on_failure(started).await {
                // Without this, the user would have to wait until the export counts as failed.
                self.users.fail_data_export(&user.user_id, &current).await.ok();
                return Err(cause);
            }
        }
        Ok(current)
    }
}

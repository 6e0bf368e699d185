//! `POST /users/me/export`: starts an export of the signed-in user's data.

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::data_exports::{DataExportView, MakeExportEvent};
use auth::authenticate;
use platform::{clock, deadline};
use serde::Deserialize;
use store::users::{DataExport, DataExportState, User};

use crate::wiring::RequestExport;

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

    async fn warm_up(&self) {
        tokio::join!(self.tokens.warm_up(), self.users.warm_up(), self.confirmation.warm_up());
    }
}

impl RequestExport {
    /// Counts the export, and begins it. One that does not begin is not counted.
    async fn begin_limited(&self, user: &User) -> ApiResult<DataExport> {
        let attempts = self.rate_limiter.for_request();
        attempts.count(&self.per_user, user.user_id.as_str()).await?;
        let requested = DataExport::now();
        let is_free = |begun: &ApiResult<DataExport>| {
            let begun = begun.as_ref().ok();
            begun.is_none_or(|begun| begun.export_id != requested.export_id)
        };
        // Boxed, because the future contains complete SDK calls.
        let begun = Box::pin(self.begin(user, &requested));
        attempts.refund_if(is_free, begun).await
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
            let started = deadline::leave_time_to_undo(self.make_export.start(&event)).await;
            let started = started.map_err(ApiError::from).and_then(|started| Ok(started?));
            if let Err(cause) = started {
                // Without this, the user would have to wait until the export counts as failed.
                self.users.fail_data_export(&user.user_id, &current).await.ok();
                return Err(cause);
            }
        }
        Ok(current)
    }
}

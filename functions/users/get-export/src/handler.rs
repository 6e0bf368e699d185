//! `GET /users/me/export`: the last export of the signed-in user, and the presigned URL of its archive.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::data_exports::DataExportView;
use auth::authenticate;
use platform::clock;
use serde::Serialize;
use store::users::DataExportState;

use crate::wiring::GetExport;

#[derive(Serialize)]
struct DownloadView {
    #[serde(flatten)]
    export: DataExportView,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
}

impl Endpoint for GetExport {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let user = authenticate(&self.tokens, &self.users, request).await?;
        let data = match user.current_data_export(clock::seconds()) {
            None => None,
            Some(export) => Some(DownloadView {
                url: match export.state {
                    DataExportState::Ready => Some(self.urls.archive(&user.user_id).await?),
                    DataExportState::Making | DataExportState::Failed => None,
                },
                export: DataExportView::new(&export)?,
            }),
        };
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }

    async fn warm_up(&self) {
        tokio::join!(self.tokens.warm_up(), self.users.warm_up());
    }
}

//! `GET /users/me/export`: the last export of the signed-in user, and the presigned URL of its archive.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::{data_exports::DataExportView, wired};
use auth::{authenticate, tokens::Tokens};
use files::ObjectUrls;
use platform::clock;
use serde::Serialize;
use store::users::{DataExportState, UsersTable};

wired! {
    pub struct GetExport(wiring), warm_up(tokens, users) {
        tokens: Tokens = wiring.tokens()?,
        users: UsersTable = wiring.users()?,
        urls: ObjectUrls = wiring.object_urls()?,
    }
}

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
}

//! `DELETE /file/{id}`: deletes a file of the person who is signed in (contract, call 16).

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Message};
use auth::authenticate;
use store::{files::StoredFile, users::User};

use crate::wiring::DeleteFile;

/// How often it is tried, when file or profile become another one at the same moment.
const ATTEMPTS: u32 = 3;

impl Endpoint for DeleteFile {
    /// The bytes go last, and for each repetition: a deletion that was cut off before can be finished.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        for _ in 0..ATTEMPTS {
            let user = authenticate(&self.tokens, &self.users, request).await?;
            let file = self.find(request, &user).await?;
            if file.deleted || self.forget(&user, &file).await? {
                self.files.objects.delete(file.kind, &file.file_id).await?;
                return ApiResponse::message(request, Message::FileDeleted);
            }
        }
        Err(ErrorCode::ServiceUnavailable.into())
    }

    async fn warm_up(&self) {
        tokio::join!(self.tokens.warm_up(), self.users.warm_up(), self.files.table.warm_up());
    }
}

impl DeleteFile {
    /// Somebody else's file looks like one that was never there.
    async fn find(&self, request: &ApiRequest, user: &User) -> ApiResult<StoredFile> {
        let id = request.path_parameter("id").and_then(|id| id.parse().ok());
        let file = match id {
            Some(id) => self.files.table.find(&id).await?,
            None => None,
        };
        file.filter(|file| file.belongs_to(&user.user_id))
            .ok_or_else(|| ApiError::not_found(ErrorCode::FileNotFound))
    }

    /// Marks the file as deleted, and takes it out of the profile that refers to it, in one transaction. False when one of the
    /// two is not as it was read any more.
    async fn forget(&self, user: &User, file: &StoredFile) -> ApiResult<bool> {
        let profile = user.profile.without_file(&file.file_id);
        let profile = profile
            .map(|profile| self.users.profile_item(user, &profile, None))
            .transpose()?;
        Ok(self.files.table.mark_deleted(file, profile).await?)
    }
}

//! `DELETE /file/{id}`: deletes a file of the signed-in user (contract, call 16).

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Message};
use app::wired;
use auth::{authenticate, tokens::Tokens};
use platform::contention::{Contention, TRIES};
use store::{
    files::{FileState, FilesTable, Reason, StoredFile},
    users::{User, UsersTable},
};

wired! {
    pub struct DeleteFile(wiring), warm_up(tokens, users) {
        tokens: Tokens = wiring.tokens()?,
        users: UsersTable = wiring.users()?,
        files: FilesTable = wiring.files_table()?,
    }
}

impl Endpoint for DeleteFile {
    /// A repetition gets the same response, while the record is there: a day after the object is gone.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        for _ in 0..TRIES {
            let user = authenticate(&self.tokens, &self.users, request).await?;
            let file = self.find(request, &user).await?;
            if file.state() == FileState::Removed || self.remove(&user, &file).await? {
                return ApiResponse::message(request, Message::FileDeleted);
            }
        }
        Err(Contention::on("the file or the profile").into())
    }
}

impl DeleteFile {
    /// The file of the path. The file of another user gets the same error as one that does not exist, and so does a proof of payment: it stays
    /// until its time is over.
    async fn find(&self, request: &ApiRequest, user: &User) -> ApiResult<StoredFile> {
        let id = request.path_id("id");
        let file = match id {
            Some(id) => self.files.find(&id).await?,
            None => None,
        };
        file.filter(|file| file.belongs_to(&user.user_id) && file.claimed_as.is_none())
            .ok_or_else(|| ApiError::not_found(ErrorCode::FileNotFound))
    }

    /// Removes the file, and its reference from the profile that has one, in one transaction. False when another request has changed one of
    /// the two.
    ///
    /// A claimed file to which the profile did not refer when it was read has been claimed since then. So the transaction requires that
    /// the profile is still the one that was read.
    async fn remove(&self, user: &User, file: &StoredFile) -> ApiResult<bool> {
        let profile = user.profile.without_file(&file.file_id);
        let profile = profile
            .or_else(|| (file.state() == FileState::Claimed).then(|| user.profile.clone()))
            .map(|profile| self.users.profile_item(user, &profile))
            .transpose()?;
        Ok(self.files.remove(file, Reason::LetGo, profile).await?)
    }
}

//! Writes an updated profile, and retries after a concurrent update.

use api::{ApiError, ApiRequest, ApiResult, ErrorCode};
use app::{profile_files::claim_refused, profile_payload::EnteredProfile};
use auth::authenticate;
use files::{ClaimError, FileChanges};
use store::users::{UpdateProfileError, User, UserProfile};

use super::Update;

impl Update {
    /// Writes the profile, whatever its version. Retries once after a concurrent update.
    pub(crate) async fn replace(&self, user: &User, update: &EnteredProfile, request: &ApiRequest) -> ApiResult<User> {
        match self.save(user, update).await {
            Err(error) if error.code() == ErrorCode::Conflict => {
                let user = authenticate(&self.tokens, &self.users, request).await?;
                self.save(&user, update).await
            }
            saved => saved,
        }
    }

    /// Writes the profile, with the claims and removals of its files, if its version is still the one in `read`.
    ///
    /// # Errors
    /// `conflict` after a concurrent update, also one that chose a course while this one keeps withdrawn ones only;
    /// `file_not_found`; and when a table cannot be read or written.
    pub(crate) async fn save(&self, read: &User, update: &EnteredProfile) -> ApiResult<User> {
        let user_id = &read.user_id;
        let plan = FileChanges::plan(&self.files, user_id, &read.profile.files, update.files.clone());
        let changes = match plan.await {
            // A concurrent update may have claimed the file for this profile.
            Err(ClaimError::NotFound(_)) if self.has_changed(read).await? => return Err(ErrorCode::Conflict.into()),
            changes => changes.map_err(claim_refused)?,
        };
        let (chosen, before) = (&update.profile.courses, &read.profile.courses);
        let courses = self.profiles.catalogue.with_withdrawn(chosen, before).await?;
        if courses.is_empty() && !before.is_empty() {
            return Err(ErrorCode::Conflict.into());
        }
        let profile = UserProfile {
            courses,
            files: changes.files.clone(),
            ..update.profile.clone()
        };
        let files = changes.items(&self.files, user_id)?;
        let written = self.users.update_profile(read, profile, files).await;
        written.map_err(update_refused)
    }

    async fn has_changed(&self, read: &User) -> ApiResult<bool> {
        let current = self.users.find(&read.user_id).await?;
        Ok(current.is_none_or(|current| current.profile_version != read.profile_version))
    }
}

fn update_refused(error: UpdateProfileError) -> ApiError {
    match error {
        UpdateProfileError::ProfileChanged => ErrorCode::Conflict.into(),
        UpdateProfileError::FileChanged => ErrorCode::FileNotFound.into(),
        UpdateProfileError::Store(error) => error.into(),
    }
}

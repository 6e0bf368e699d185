//! `PUT /users/{id}`: replaces the profile of the person who is signed in (contract, call 4).

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::{profile_files::claim_refused, profile_view::etag};
use auth::authenticate;
use files::ClaimError;
use store::users::{UpdateProfileError, User, UserProfile};

use crate::{
    update::{Payload, ProfileUpdate},
    wiring::Update,
};

impl Endpoint for Update {
    /// Nobody overwrites what they have not seen: with `If-Match`, the profile must be the one that was edited.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let user = authenticate(&self.tokens, &self.users, request).await?;
        if request.path_parameter("id") != Some(user.user_id.as_str()) {
            return Err(ErrorCode::Forbidden.into());
        }
        let payload: Payload = request.json()?;
        if payload.names_another(&user) {
            return Err(ErrorCode::Forbidden.into());
        }
        let update = ProfileUpdate::parse(payload, &user)?;
        self.profiles.catalogue.require_listed(&update.profile.courses).await?;

        let user = match request.if_match(&etag(&user)) {
            Some(false) => return Err(ErrorCode::Conflict.into()),
            Some(true) => self.save(&user, &update, request).await?,
            None => self.replace(&user, &update, request).await?,
        };
        let data = self.profiles.view(&user, request.language()).await?;
        Ok(ApiResponse::private(request, StatusCode::OK, Data { data })?.with_etag(&etag(&user)))
    }

    async fn warm_up(&self) {
        tokio::join!(self.tokens.warm_up(), self.users.warm_up());
    }
}

impl Update {
    /// Writes the profile, whatever it was. When somebody else does so at the same moment, it is tried once more.
    async fn replace(&self, user: &User, update: &ProfileUpdate, request: &ApiRequest) -> ApiResult<User> {
        match self.save(user, update, request).await {
            Err(refused) if refused.code() == ErrorCode::Conflict => {
                let user = authenticate(&self.tokens, &self.users, request).await?;
                self.save(&user, update, request).await
            }
            saved => saved,
        }
    }

    /// Writes the profile and what becomes of its files, if it is still the one that was read. The language that it is saved in is
    /// that of the person's mails from then on, when the address says it.
    async fn save(&self, read: &User, update: &ProfileUpdate, request: &ApiRequest) -> ApiResult<User> {
        let account = &read.user_id;
        let plan = self.files.plan(account, &read.profile.files, update.files.clone());
        let changes = match plan.await {
            // An edit that was quicker may have claimed the file for this very profile.
            Err(ClaimError::NotFound(_)) if self.has_changed(read).await? => return Err(ErrorCode::Conflict.into()),
            changes => changes.map_err(claim_refused)?,
        };
        let courses = &update.profile.courses;
        let profile = UserProfile {
            courses: self
                .profiles
                .catalogue
                .with_withdrawn(courses, &read.profile.courses)
                .await?,
            files: changes.files.clone(),
            ..update.profile.clone()
        };
        let files = changes.items(&self.files, account)?;
        let transaction = self
            .users
            .update_profile(read, profile, request.named_language(), files);
        let written = self.files.apply(&changes, Box::pin(transaction)).await;
        written.map_err(claim_refused)?.map_err(update_refused)
    }

    async fn has_changed(&self, read: &User) -> ApiResult<bool> {
        let now = self.users.find(&read.user_id).await?;
        Ok(now.is_none_or(|now| now.profile_version != read.profile_version))
    }
}

fn update_refused(error: UpdateProfileError) -> ApiError {
    match error {
        UpdateProfileError::ProfileChanged => ErrorCode::Conflict.into(),
        UpdateProfileError::FileChanged => ErrorCode::FileNotFound.into(),
        UpdateProfileError::Store(error) => error.into(),
    }
}

//! `PUT /users/{id}`: replaces the profile of the person who is signed in (contract, call 4).

use lambda_http::http::StatusCode;
use shared::{
    auth::{session::authenticate, tokens::Tokens},
    files::Files,
    http::{Answer, ApiRequest, ApiResult, Data, Endpoint, ErrorCode},
    profile::{Profile, etag},
    store::{
        courses::CoursesTable,
        users::{User, UserProfile, UsersTable},
    },
};

use crate::update::{Payload, ProfileUpdate};

/// What the endpoint works with.
pub(crate) struct Update {
    pub(crate) tokens: Tokens,
    pub(crate) users: UsersTable,
    pub(crate) courses: CoursesTable,
    pub(crate) files: Files,
}

impl Endpoint for Update {
    /// Nobody overwrites what they have not seen: with `If-Match`, the profile must be the one that was edited.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<Answer> {
        let user = authenticate(&self.tokens, &self.users, request).await?;
        if request.path_parameter("id") != Some(user.user_id.as_str()) {
            return Err(ErrorCode::Forbidden.into());
        }
        let payload: Payload = request.json()?;
        if payload.names_another(&user) {
            return Err(ErrorCode::Forbidden.into());
        }
        let update = ProfileUpdate::parse(payload, &user)?;
        if let Some(teaching) = &update.teaching {
            teaching.claim(&self.courses, &self.files).await?;
        }
        if let Some(image) = &update.image {
            self.files.claim(image).await?;
        }

        let user = match request.edits(&etag(&user)) {
            Some(false) => None,
            Some(true) => self.save(&user, &update.profile, request).await?,
            None => self.replace(user, &update.profile, request).await?,
        };
        let user = user.ok_or(ErrorCode::Conflict)?;
        let data = Profile::from(&user);
        Ok(Answer::private(request, StatusCode::OK, Data { data })?.with_etag(&etag(&user)))
    }

    async fn warm_up(&self) {
        tokio::join!(self.tokens.warm_up(), self.users.warm_up());
    }
}

impl Update {
    /// Writes the profile, whatever it was. When somebody else does so at the same moment, it is tried once more.
    async fn replace(&self, user: User, profile: &UserProfile, request: &ApiRequest) -> ApiResult<Option<User>> {
        let saved = self.save(&user, profile, request).await?;
        if saved.is_some() {
            return Ok(saved);
        }
        let user = authenticate(&self.tokens, &self.users, request).await?;
        self.save(&user, profile, request).await
    }

    /// Writes the profile, if it is still the one that was read. The language that it is saved in is that of the person's mails
    /// from then on, when the address says it.
    async fn save(&self, read: &User, profile: &UserProfile, request: &ApiRequest) -> ApiResult<Option<User>> {
        let language = request.named_language().unwrap_or(read.language);
        Ok(self.users.update_profile(read, profile, language).await?)
    }
}

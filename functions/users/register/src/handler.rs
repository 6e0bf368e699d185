//! `POST /users/register`: creates an account, and mails a link that proves its mailbox (contract, call 1).

use jiff::Timestamp;
use lambda_http::http::StatusCode;
use shared::{
    auth::{
        attempts::{Attempts, Limit},
        origin::Cdn,
        passwords::Passwords,
        tokens::Tokens,
        verification,
    },
    domain::{Language, UserId},
    files::Files,
    http::{Answer, ApiRequest, ApiResult, Data, Endpoint, ErrorCode},
    mail::Mailer,
    profile::Profile,
    store::{
        courses::CoursesTable,
        users::{CreateUserError, ProfileFiles, User, UserProfile, UsersTable},
    },
};

use crate::registration::{Registration, Role};

/// What the endpoint works with.
pub(crate) struct Register {
    pub(crate) users: UsersTable,
    pub(crate) courses: CoursesTable,
    pub(crate) files: Files,
    pub(crate) passwords: Passwords,
    pub(crate) tokens: Tokens,
    pub(crate) attempts: Attempts,
    pub(crate) per_address: Limit,
    pub(crate) cdn: Cdn,
    pub(crate) mailer: Mailer,
}

impl Endpoint for Register {
    /// The limit is on accounts, so an attempt that made none is taken back.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<Answer> {
        let registration = Registration::parse(request.json()?)?;
        let address = self.cdn.client_address(request).await?;
        let attempt = self.attempts.count(&self.per_address, &address).await?;

        let user = match self.create(registration, request.language()).await {
            Ok(user) => user,
            Err(refused) => {
                self.attempts.take_back(&attempt).await?;
                return Err(refused);
            }
        };
        verification::send_link(&self.tokens, &self.mailer, &user).await;
        let data = Profile::from(&user);
        Answer::private(request, StatusCode::CREATED, Data { data })
    }

    async fn warm_up(&self) {
        tokio::join!(self.tokens.warm_up(), self.attempts.warm_up(), self.cdn.warm_up());
    }
}

impl Register {
    async fn create(&self, registration: Registration, language: Language) -> ApiResult<User> {
        if let Role::Teacher(teaching) = &registration.role {
            teaching.claim(&self.courses, &self.files).await?;
        }
        let user = User {
            user_id: UserId::random(),
            r#type: registration.role.user_type(),
            email: registration.email,
            profile: UserProfile {
                fullname: registration.fullname,
                phone1: registration.phone1,
                phone2: registration.phone2,
                address: registration.address,
                country: registration.country.code().to_owned(),
                birthdate: None,
                files: ProfileFiles::default(),
            },
            profile_version: 0,
            language,
            password_hash: self.passwords.hash(&registration.password)?,
            token_version: 0,
            verified: false,
            blocked: false,
            created_at: Timestamp::now().to_string(),
        };
        match self.users.create(&user).await {
            Ok(()) => Ok(user),
            Err(CreateUserError::EmailTaken) => Err(ErrorCode::UserAlreadyExists.into()),
            Err(CreateUserError::Store(error)) => Err(error.into()),
        }
    }
}

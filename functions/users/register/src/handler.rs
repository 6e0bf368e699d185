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
    domain::{Language, ReviewStatus, UserId, UserType},
    files::Library,
    http::{Answer, ApiRequest, ApiResult, Data, Endpoint, ErrorCode},
    mail::Mailer,
    profile::Profiles,
    store::users::{ProfileFiles, Review, User, UserProfile, UsersTable},
    teaching::{TeacherApproval, Teaching},
};

use crate::registration::{Registration, Role};

/// What the endpoint works with.
pub(crate) struct Register {
    pub(crate) users: UsersTable,
    pub(crate) library: Library,
    pub(crate) profiles: Profiles,
    pub(crate) passwords: Passwords,
    pub(crate) tokens: Tokens,
    pub(crate) attempts: Attempts,
    pub(crate) per_address: Limit,
    pub(crate) cdn: Cdn,
    pub(crate) mailer: Mailer,
    pub(crate) approval: TeacherApproval,
}

impl Endpoint for Register {
    /// The limit is on accounts, so an attempt that made none is taken back.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<Answer> {
        let registration = Registration::parse(request.json()?)?;
        let address = self.cdn.client_address(request).await?;
        let attempt = self.attempts.count(&self.per_address, &address).await?;

        // Boxed, since it holds whole SDK calls.
        let user = match Box::pin(self.create(registration, request.language())).await {
            Ok(user) => user,
            Err(refused) => {
                self.attempts.take_back(&attempt).await?;
                return Err(refused);
            }
        };
        verification::send_link(&self.tokens, &self.mailer, &user).await;
        let data = self.profiles.view(&user, request.language()).await?;
        Answer::private(request, StatusCode::CREATED, Data { data })
    }

    async fn warm_up(&self) {
        tokio::join!(self.tokens.warm_up(), self.attempts.warm_up(), self.cdn.warm_up());
    }
}

impl Register {
    async fn create(&self, registration: Registration, language: Language) -> ApiResult<User> {
        let user_id = UserId::random();
        let r#type = registration.role.user_type();
        let Teaching { courses, files } = match registration.role {
            Role::Student => Teaching::default(),
            Role::Teacher(teaching) => teaching,
        };
        self.profiles.catalogue.require(&courses).await?;
        let changes = match self.library.plan(&user_id, &ProfileFiles::default(), files).await {
            // Of a registration that is sent again, since its answer was lost, the account has the files.
            Err(refused)
                if refused.code() == ErrorCode::FileNotFound && self.users.is_taken(&registration.email).await? =>
            {
                return Err(ErrorCode::UserAlreadyExists.into());
            }
            changes => changes?,
        };
        let user = User {
            user_id,
            r#type,
            email: registration.email,
            profile: UserProfile {
                fullname: registration.fullname,
                phone1: registration.phone1,
                phone2: registration.phone2,
                address: registration.address,
                country: registration.country.code().to_owned(),
                birthdate: None,
                courses,
                files: changes.files.clone(),
            },
            profile_version: 0,
            language,
            password_hash: self.passwords.hash(&registration.password)?,
            token_version: 0,
            verified: false,
            blocked: false,
            review: self.first_review(r#type),
            created_at: Timestamp::now().to_string(),
        };
        let files = changes.updates(&self.library, &user.user_id)?;
        let transaction = Box::pin(async { Ok(self.users.create(&user, files).await?) });
        self.library.carry_out(&changes, transaction).await?;
        Ok(user)
    }

    /// What somebody's application begins with, when it has to be approved.
    fn first_review(&self, r#type: UserType) -> Option<Review> {
        let is_looked_at = r#type == UserType::Teacher && self.approval == TeacherApproval::Required;
        is_looked_at.then(|| Review::now(ReviewStatus::Pending, None))
    }
}

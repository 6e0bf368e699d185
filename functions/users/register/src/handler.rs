//! `POST /users/register`: creates an account, and mails a link that proves its mailbox (contract, call 1).

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::{profile_files::claim_refused, teacher_fields::TeacherFields};
use auth::email_verification;
use domain::{Language, ReviewStatus, TeacherApproval, UserId, UserType};
use files::ClaimError;
use platform::clock;
use store::users::{CreateUserError, ProfileFiles, Review, User, UserProfile};

use crate::{
    registration::{Registration, Role},
    wiring::Register,
};

impl Endpoint for Register {
    /// The limit is on accounts, so an attempt that made none is taken back.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let registration = Registration::parse(request.json()?)?;
        let client_ip = self.origin_check.client_ip(request).await?;
        let attempt = self.rate_limiter.count(&self.per_ip, &client_ip).await?;

        // Boxed, since it holds whole SDK calls.
        let user = match Box::pin(self.create(registration, request.language())).await {
            Ok(user) => user,
            Err(refused) => {
                self.rate_limiter.refund(&attempt).await?;
                return Err(refused);
            }
        };
        email_verification::send_link(&self.tokens, &self.mailer, &user).await;
        let data = self.profiles.view(&user, request.language()).await?;
        ApiResponse::private(request, StatusCode::CREATED, Data { data })
    }

    async fn warm_up(&self) {
        tokio::join!(
            self.tokens.warm_up(),
            self.rate_limiter.warm_up(),
            self.origin_check.warm_up()
        );
    }
}

impl Register {
    async fn create(&self, registration: Registration, language: Language) -> ApiResult<User> {
        let user_id = UserId::random();
        let r#type = registration.role.user_type();
        let TeacherFields { courses, files } = match registration.role {
            Role::Student => TeacherFields::default(),
            Role::Teacher(teaching) => teaching,
        };
        self.profiles.catalogue.require_listed(&courses).await?;
        let changes = match self.files.plan(&user_id, &ProfileFiles::default(), files).await {
            // Of a registration that is sent again, since its answer was lost, the account has the files.
            Err(ClaimError::NotFound(_)) if self.users.is_email_taken(&registration.email).await? => {
                return Err(ErrorCode::UserAlreadyExists.into());
            }
            changes => changes.map_err(claim_refused)?,
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
            created_at: clock::now().to_string(),
        };
        let files = changes.items(&self.files, &user.user_id)?;
        let transaction = Box::pin(self.users.create(&user, files));
        let created = self.files.apply(&changes, transaction).await;
        created.map_err(claim_refused)?.map_err(create_refused)?;
        Ok(user)
    }

    /// What somebody's application begins with, when it has to be approved.
    fn first_review(&self, r#type: UserType) -> Option<Review> {
        let is_looked_at = r#type == UserType::Teacher && self.approval == TeacherApproval::Required;
        is_looked_at.then(|| Review::now(ReviewStatus::Pending, None))
    }
}

fn create_refused(error: CreateUserError) -> ApiError {
    match error {
        CreateUserError::EmailTaken => ErrorCode::UserAlreadyExists.into(),
        CreateUserError::FileChanged => ErrorCode::FileNotFound.into(),
        CreateUserError::Store(error) => error.into(),
    }
}

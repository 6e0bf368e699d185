//! Creates the user of a registration, together with the claims of their files.

use api::{ApiError, ApiResult, ErrorCode};
use app::{profile_files::claim_refused, teacher_fields::TeacherFields};
use domain::{Language, ReviewStatus, TeacherApproval, UserId, UserType};
use platform::clock;
use store::users::{Consent, CreateUserError, ProfileFiles, Review, User, UserProfile};

use crate::{
    registration::{Registration, UserTypeFields},
    wiring::Register,
};

impl Register {
    /// Writes the user, the claim of the email address and the claims of the files in one transaction.
    ///
    /// # Errors
    /// `user_already_exists`, `file_not_found`, `course_not_found`; and when a table or the bucket cannot be read or written.
    pub(crate) async fn create_user(&self, registration: Registration, language: Language) -> ApiResult<User> {
        // Before the files are claimed and the password is hashed, which take time: the response to a registered email address must
        // not depend on the other fields. A retried registration whose first response was lost also ends here.
        if self.users.is_email_taken(&registration.email).await? {
            return Err(ErrorCode::UserAlreadyExists.into());
        }
        let user_id = UserId::random();
        let r#type = registration.type_fields.user_type();
        let TeacherFields { courses, files } = match registration.type_fields {
            UserTypeFields::Student => TeacherFields::default(),
            UserTypeFields::Teacher(fields) => fields,
        };
        self.profiles.catalogue.require_listed(&courses).await?;
        let plan = self.files.plan(&user_id, &ProfileFiles::default(), files).await;
        let changes = plan.map_err(claim_refused)?;
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
                birthdate: registration.birthdate,
                courses,
                files: changes.files.clone(),
            },
            profile_version: 0,
            language,
            password_hash: self.passwords.hash(&registration.password)?,
            token_version: 0,
            sessions: None,
            passkeys: None,
            verified: false,
            rejected: false,
            blocked: false,
            review: self.initial_review(r#type),
            consent: registration.consent.map(|versions| Consent::now(versions, language)),
            created_at: clock::now().to_string(),
            email_change: None,
            previous_emails: Vec::new(),
            reverted_email_change: None,
            data_export: None,
            interests: None,
        };
        let files = changes.items(&self.files, &user.user_id)?;
        let transaction = Box::pin(self.users.create(&user, files));
        let created = self.files.apply(&changes, transaction).await;
        created.map_err(claim_refused)?.map_err(create_refused)?;
        Ok(user)
    }

    /// A pending review, where the operator approves teachers.
    fn initial_review(&self, r#type: UserType) -> Option<Review> {
        let needs_approval = r#type == UserType::Teacher && self.approval == TeacherApproval::Required;
        needs_approval.then(|| Review::now(ReviewStatus::Pending, None))
    }
}

fn create_refused(error: CreateUserError) -> ApiError {
    match error {
        CreateUserError::EmailTaken => ErrorCode::UserAlreadyExists.into(),
        CreateUserError::FileChanged => ErrorCode::FileNotFound.into(),
        CreateUserError::Store(error) => error.into(),
    }
}

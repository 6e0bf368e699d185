//! Creates the user of a registration, together with the claims of their files.

use api::{ApiError, ApiResult, ErrorCode};
use app::profile_files::claim_refused;
use domain::{Language, ReviewStatus, TeacherApproval, UserId, UserType};
use files::{ClaimError, FileChanges, RequestedFiles};
use platform::clock;
use store::users::{Consent, CreateUserError, ProfileFiles, Review, User, UserProfile};

use super::{Register, registration::Registration};

pub(crate) struct Preparation {
    user_id: UserId,
    files: FileChanges,
}

impl Register {
    /// Reads what a registration needs, all at once. Courses and files are refused before a registered email address: who corrects them
    /// learns then that the email address is registered.
    ///
    /// # Errors
    /// `course_not_found`, `file_not_found`; `user_already_exists`, also for a repeated registration of a teacher whose first response was
    /// lost, and whose files that one has claimed; and when a table cannot be read.
    pub(crate) async fn prepare(&self, registration: &Registration) -> ApiResult<Preparation> {
        let user_id = UserId::random();
        let (courses, files) = (&registration.entered.profile.courses, &registration.entered.files);
        let current = ProfileFiles::default();
        // Boxed, because these futures contain complete SDK calls.
        let (is_taken, listed, plan) = tokio::join!(
            Box::pin(self.users.is_email_taken(&registration.email)),
            Box::pin(self.profiles.catalogue.require_listed(courses)),
            Box::pin(FileChanges::plan(&self.files, &user_id, &current, files.clone()))
        );
        listed?;
        let is_taken = is_taken?;
        let files = match plan {
            Err(ClaimError::NotFound(_)) if is_taken && self.is_repeated(registration, files).await? => {
                return Err(ErrorCode::UserAlreadyExists.into());
            }
            plan => plan.map_err(claim_refused)?,
        };
        if is_taken {
            return Err(ErrorCode::UserAlreadyExists.into());
        }
        Ok(Preparation { user_id, files })
    }

    /// Whether the user with this email address already has these files.
    async fn is_repeated(&self, registration: &Registration, files: &RequestedFiles) -> ApiResult<bool> {
        let user = self.users.find_by_email(&registration.email).await?;
        let claimed = user.and_then(|user| user.profile.files.curriculum);
        Ok(claimed.is_some_and(|claimed| Some(&claimed.file_id) == files.curriculum.as_ref()))
    }

    /// Writes the user, the claim of the email address and the claims of the files in one transaction.
    ///
    /// # Errors
    /// `user_already_exists`, `file_not_found`; and when a table cannot be written.
    pub(crate) async fn create_user(
        &self,
        registration: &Registration,
        prepared: Preparation,
        language: Language,
    ) -> ApiResult<User> {
        let Preparation {
            user_id,
            files: changes,
        } = prepared;
        let r#type = registration.r#type;
        let user = User {
            user_id,
            r#type,
            email: registration.email.clone(),
            profile: UserProfile {
                files: changes.files.clone(),
                ..registration.entered.profile.clone()
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
            consent: registration
                .consent
                .clone()
                .map(|versions| Consent::now(versions, language)),
            created_at: clock::now(),
            email_change: None,
            previous_emails: Vec::new(),
            reverted_email_change: None,
            data_export: None,
            interests: None,
            staff: None,
            reminders: None,
            wanted_course: registration.wanted_course.clone(),
        };
        let files = changes.items(&self.files, &user.user_id)?;
        self.users.create(&user, files).await.map_err(create_refused)?;
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

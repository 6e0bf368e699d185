//! The decision of staff about a teacher's application.

use api::{ApiError, ApiResult, ErrorCode};
use auth::staff::StaffMember;
use domain::{ReviewStatus, UserId, UserType};
use jiff::Timestamp;
use mail::{MailPreview, MailTemplate, Mailer};
use store::{
    audit::{Action, AuditTable},
    users::{Review, User, UsersTable},
};

use crate::wired;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    Approve,
    Decline {
        /// In the words of staff: the teacher reads it in the email and in the profile.
        reason: String,
    },
}

wired! {
    #[derive(Debug)]
    pub struct Applications(wiring) {
        pub users: UsersTable = wiring.users()?,
        pub audit: AuditTable = wiring.audit()?,
        pub mailer: Mailer = wiring.mailer()?,
    }
}

impl Applications {
    /// Decides about an application whose review has the time `version` (None without a review). The same decision again sends the email again, so
    /// that a lost one is no dead end; a repetition of a request does not, unless the email is still to be sent. Returns the review.
    ///
    /// # Errors
    /// `user_not_found`; `forbidden` for the own application; `conflict` when somebody else has decided otherwise since.
    pub async fn decide(
        &self,
        member: &StaffMember,
        id: &UserId,
        version: Option<Timestamp>,
        decision: Decision,
    ) -> ApiResult<Review> {
        if member.user.user_id == *id {
            return Err(ErrorCode::Forbidden.into());
        }
        let user = self.users.find(id).await?;
        let user = user.filter(|user| user.r#type == UserType::Teacher);
        let user = user.ok_or_else(|| ApiError::not_found(ErrorCode::UserNotFound))?;
        let is_read = user.review.as_ref().map(|review| review.at) == version;
        match user
            .review
            .as_ref()
            .filter(|review| !is_read && decision.is_that_of(review))
        {
            Some(review) if review.untold => self.tell(&user, review.clone()).await,
            Some(review) => Ok(review.clone()),
            None if is_read => self.write(member, &user, decision).await,
            None => Err(ErrorCode::Conflict.into()),
        }
    }

    async fn write(&self, member: &StaffMember, user: &User, decision: Decision) -> ApiResult<Review> {
        let (action, status, reason) = match decision {
            Decision::Approve => (Action::TeacherApprove, ReviewStatus::Approved, None),
            Decision::Decline { reason } => (Action::TeacherDecline, ReviewStatus::Declined, Some(reason)),
        };
        let review = Review {
            untold: true,
            ..Review::now(status, reason)
        };
        let record = member.record(Some(&user.user_id), action);
        let record = self.audit.record_item(&record)?;
        if !self.users.set_review(user, &review, record).await? {
            return Err(ErrorCode::Conflict.into());
        }
        self.tell(user, review).await
    }

    /// The emails about an approval and, with this reason, about a decline, as this teacher would get them.
    pub fn previews(&self, user: &User, reason: &str) -> ApiResult<[MailPreview; 2]> {
        let reason = reason.to_owned();
        Ok([
            self.mailer.preview(user, &MailTemplate::TeacherApproved)?,
            self.mailer.preview(user, &MailTemplate::TeacherDeclined { reason })?,
        ])
    }

    /// An email that is not sent does not undo the decision: the review says so, and the page offers to send it again.
    async fn tell(&self, user: &User, review: Review) -> ApiResult<Review> {
        let mail = match &review.reason {
            None => MailTemplate::TeacherApproved,
            Some(reason) => MailTemplate::TeacherDeclined { reason: reason.clone() },
        };
        if !self.mailer.is_sent(user, &mail).await {
            return Ok(review);
        }
        self.users.mark_review_told(&user.user_id, &review).await?;
        Ok(Review {
            untold: false,
            ..review
        })
    }
}

impl Decision {
    fn is_that_of(&self, review: &Review) -> bool {
        match self {
            Self::Approve => review.status == ReviewStatus::Approved,
            Self::Decline { reason } => {
                review.status == ReviewStatus::Declined && review.reason.as_ref() == Some(reason)
            }
        }
    }
}

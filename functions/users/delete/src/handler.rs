//! `POST /users/delete`: deletes the account of the person who is signed in, for good (contract, call 5).

use futures_util::{StreamExt, TryStreamExt, stream};
use serde::Deserialize;
use shared::{
    auth::{
        attempts::{Attempts, Limit},
        passwords::{Passwords, Verdict},
        reset::Resets,
        session::authenticate,
        tokens::Tokens,
    },
    domain::FileKind,
    files::Library,
    http::{Answer, ApiRequest, ApiResult, Endpoint, ErrorCode, Message},
    mail::{Mail, Mailer},
    store::{
        payments::PaymentsTable,
        uploads::{Refusal, UploadKey, UploadsTable},
        users::{User, UsersTable},
    },
};
use tracing::error;

/// How often it is tried, when the profile becomes another one at the same moment.
const ATTEMPTS: u32 = 3;
/// How many uploads are ended at once.
const AT_ONCE: usize = 4;

/// What the endpoint works with.
pub(crate) struct Delete {
    pub(crate) tokens: Tokens,
    pub(crate) users: UsersTable,
    pub(crate) payments: PaymentsTable,
    pub(crate) uploads: UploadsTable,
    pub(crate) library: Library,
    pub(crate) resets: Resets,
    pub(crate) passwords: Passwords,
    pub(crate) attempts: Attempts,
    pub(crate) per_account: Limit,
    pub(crate) mailer: Mailer,
}

#[derive(Deserialize)]
struct Payload {
    password: Option<String>,
}

impl Endpoint for Delete {
    /// A stolen token is not enough, and the password cannot be guessed with it: attempts are limited as those of signing in are.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<Answer> {
        let user = authenticate(&self.tokens, &self.users, request).await?;
        let payload: Payload = request.json()?;
        let password = payload.password.filter(|password| !password.is_empty());
        let password = password.ok_or(ErrorCode::MissingPassword)?;
        let attempt = self.attempts.count(&self.per_account, user.email.as_str()).await?;
        let verdict = self.passwords.verify(&password, Some(&user.password_hash))?;
        if verdict == Verdict::Wrong {
            return Err(ErrorCode::IncorrectPassword.into());
        }
        self.attempts.take_back(&attempt).await?;

        // Of several at once, one tells the person.
        if self.delete(user.clone()).await? {
            self.mailer.send(&user, &Mail::AccountDeleted).await;
        }
        Answer::message(request, Message::AccountDeleted)
    }

    async fn warm_up(&self) {
        tokio::join!(
            self.tokens.warm_up(),
            self.users.warm_up(),
            self.attempts.warm_up(),
            self.resets.warm_up()
        );
    }
}

impl Delete {
    /// The account itself goes last: a deletion that is cut off before leaves somebody who can sign in and repeat it, and each
    /// step finds done what was done. False when another deletion was quicker.
    async fn delete(&self, mut user: User) -> ApiResult<bool> {
        for _ in 0..ATTEMPTS {
            self.payments.make_anonymous(&user.user_id).await?;
            self.end_uploads_of(&user).await?;
            self.library.delete_all_of(&user).await?;
            self.resets.forget(&user.email).await?;
            let noting = self.uploads.noting_that_is_gone(&user.user_id)?;
            if self.users.delete(&user, noting).await? {
                self.delete_what_was_finished_meanwhile(&user).await;
                return Ok(true);
            }
            // An edit at the same moment may have claimed a file.
            match self.users.find(&user.user_id).await? {
                Some(now) => user = now,
                None => return Ok(false),
            }
        }
        Err(ErrorCode::ServiceUnavailable.into())
    }

    /// Deletes files that were finished after the others were deleted, which they could be until the account was gone. A failure
    /// is logged and no more: nobody is left who could repeat it.
    async fn delete_what_was_finished_meanwhile(&self, user: &User) {
        for deleted in [self.end_uploads_of(user).await, self.library.delete_all_of(user).await] {
            if let Err(cause) = deleted {
                error!(%cause, "file of a deleted account not deleted");
            }
        }
    }

    /// Ends the uploads of videos that the person has started, each for itself: when there are more than one call has the time for,
    /// the next one finds fewer.
    async fn end_uploads_of(&self, user: &User) -> ApiResult<()> {
        let keys = self.uploads.of_owner(&user.user_id).await?;
        let ended = stream::iter(keys).map(|key| self.end_upload(key));
        ended.buffer_unordered(AT_ONCE).try_collect().await
    }

    /// Ends an upload, and deletes what has come of it. First nobody can finish it any more, then nothing can become of its parts,
    /// and its record goes last: until then a repetition finds it.
    async fn end_upload(&self, key: UploadKey) -> ApiResult<()> {
        if let Some(upload) = self.uploads.listed(key).await? {
            self.uploads.refuse(&upload, Refusal::OwnerGone).await?;
            self.library.objects.abandon_upload(&upload).await?;
            self.library.objects.delete(FileKind::Video, &upload.file_id).await?;
            self.library.table.delete(&upload.file_id).await?;
            self.uploads.delete(&upload).await?;
        }
        Ok(())
    }
}

//! Finds the user that an email address and a password belong to, and limits the attempts to guess a password.

use api::{ApiRequest, ApiResult, ErrorCode};
use auth::{
    admission::Admission, passwords::PasswordCheck, proof_of_work::Proof, rate_limiter::RequestAttempts,
    rate_limits::PROVEN_LOGINS,
};
use domain::EmailAddress;
use store::users::User;

use super::Login;

impl Login {
    /// Counts an attempt on a device on which the user has not signed in. Other devices have a limit of their own. Otherwise, anybody could
    /// lock the user out by failed attempts, whether from elsewhere or from the same IP address. Above a limit, a proof of work is needed.
    ///
    /// # Errors
    /// `proof_required`; `too_many_attempts`; and when the attempt cannot be counted.
    async fn count_on_unknown_device(
        &self,
        attempts: &RequestAttempts<'_>,
        request: &ApiRequest,
        email: &EmailAddress,
        proof: Option<&Proof>,
    ) -> ApiResult<()> {
        let client = self.sign_ins.origin_check.client(request).await?;
        let mut admission = Admission::new(attempts, &self.proofs, client, proof, PROVEN_LOGINS);
        // The client comes first, so that one over its limit does not use up the attempts of users.
        admission.count_client(&self.per_ip, "").await?;
        if admission.count(&self.per_email, email.as_str()).await? {
            admission
                .count_client_strictly(&self.per_client, email.as_str())
                .await?;
        }
        admission.finish().await
    }

    /// The user with this email address and this password, if the attempt is within the rate limits. The user is read beside the counting,
    /// and the password is verified after it.
    ///
    /// Only the user tells whether the device is still known. An attempt on one that is not counts as on an unknown device, too, before
    /// the password is verified. For a user who does not exist, that is the same.
    ///
    /// # Errors
    /// As [`Self::count_on_unknown_device`] and [`Self::verify`]; and when the users table cannot be read.
    pub(crate) async fn authenticate(
        &self,
        attempts: &RequestAttempts<'_>,
        request: &ApiRequest,
        email: &EmailAddress,
        password: &str,
        proof: Option<&Proof>,
    ) -> ApiResult<User> {
        let counted = async {
            let device = self.devices.count(request, email, attempts, &self.per_device).await?;
            if device.is_none() {
                self.count_on_unknown_device(attempts, request, email, proof).await?;
            }
            ApiResult::Ok(device)
        };
        let user = self.sign_ins.users.find_by_email(email);
        let (device, user) = tokio::join!(Box::pin(counted), Box::pin(user));
        let (device, user) = (device?, user?);
        if device.is_some_and(|device| !device.is_known_to(user.as_ref())) {
            self.count_on_unknown_device(attempts, request, email, proof).await?;
        }
        self.verify(user, password).await
    }

    /// Verifies the password also when no user has the email address, so that both cases take the same time. Replaces a hash whose
    /// parameters are outdated.
    ///
    /// # Errors
    /// `incorrect_credentials`; and when the users table cannot be written.
    async fn verify(&self, user: Option<User>, password: &str) -> ApiResult<User> {
        let password_hash = user.as_ref().map(|user| user.password_hash.as_str());
        let check = self.passwords.verify(password, password_hash)?;
        match (user, check) {
            (Some(user), PasswordCheck::Correct) => Ok(user),
            (Some(user), PasswordCheck::NeedsRehash) => {
                let hash = self.passwords.rehash(password)?;
                // When a concurrent login has already replaced the hash, that hash stays.
                self.sign_ins.users.replace_password_hash(&user, hash).await?;
                Ok(user)
            }
            (_, PasswordCheck::Wrong) | (None, _) => Err(ErrorCode::IncorrectCredentials.into()),
        }
    }
}

//! Admits requests that strangers can use up for others: above a limit they need a proof of work, and above a multiple of it they are
//! refused.
//!
//! A request that is only asked for a proof is not counted: otherwise strangers would reach the refusal without one.

use api::{ApiResult, ErrorCode};

use crate::{
    origin_check::Client,
    proof_of_work::{Proof, ProofsOfWork, level},
    rate_limiter::RequestAttempts,
    rate_limits::RateLimit,
};

#[derive(Debug)]
pub struct Admission<'a> {
    attempts: &'a RequestAttempts<'a>,
    proofs: &'a ProofsOfWork,
    client: Client,
    proof: Option<&'a Proof>,
    /// How many times the attempts of a limit are possible with proofs.
    times: u64,
    /// The level of the proof that the counters require. 0 for none.
    level: u32,
}

impl<'a> Admission<'a> {
    /// An admission of a client's request, which has sent that proof. With proofs, `times` the attempts of each limit are possible.
    pub const fn new(
        attempts: &'a RequestAttempts<'a>,
        proofs: &'a ProofsOfWork,
        client: Client,
        proof: Option<&'a Proof>,
        times: u64,
    ) -> Self {
        Self {
            attempts,
            proofs,
            client,
            proof,
            times,
            level: 0,
        }
    }

    /// Counts the request for the client, and for what else the limit is about; empty for nothing. Returns whether the limit requires a
    /// proof.
    pub async fn count_client(&mut self, limit: &RateLimit, of: &str) -> ApiResult<bool> {
        let most = limit.attempts.saturating_mul(self.times);
        let number = self.attempts.count_client(most, limit, &self.client, of).await?;
        Ok(self.require_above(limit, number))
    }

    /// As [`Self::count_client`], for a key that all clients share.
    pub async fn count(&mut self, limit: &RateLimit, key: &str) -> ApiResult<bool> {
        let most = limit.attempts.saturating_mul(self.times);
        let (_, number) = self.attempts.count_up_to(most, limit, key).await?;
        Ok(self.require_above(limit, number))
    }

    /// Counts the request for the client without the possibility of a proof.
    pub async fn count_client_strictly(&self, limit: &RateLimit, of: &str) -> ApiResult<()> {
        let counted = self.attempts.count_client(limit.attempts, limit, &self.client, of);
        counted.await.map(|_| ())
    }

    /// Requires the proof, if a counter does.
    ///
    /// # Errors
    /// `proof_required`, and when the proof cannot be marked as used.
    pub async fn finish(self) -> ApiResult<()> {
        if self.level == 0 {
            return Ok(());
        }
        let required = self.proofs.require(self.proof, self.client.address(), self.level).await;
        if required
            .as_ref()
            .is_err_and(|error| error.code() == ErrorCode::ProofRequired)
        {
            // The client sends the request again with a proof, which counts then.
            self.attempts.refund().await;
        }
        required
    }

    fn require_above(&mut self, limit: &RateLimit, number: u64) -> bool {
        let is_required = number > limit.attempts;
        if is_required {
            self.level = self.level.max(level(number, limit.attempts));
        }
        is_required
    }
}

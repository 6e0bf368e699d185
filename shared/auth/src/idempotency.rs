//! Answers to repeated requests: a client that has lost an answer repeats the request with the same `Idempotency-Key`, and gets it.
//!
//! The answer is sealed with a key that only the pepper and the request give: an answer may contain an access token. A request that has
//! failed is made again.

use std::time::Duration;

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, ErrorCode, StoredResponse};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use platform::{deadline, random};
use rand::RngExt;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use sha2::{Digest, Sha256};
use store::attempts::AttemptsTable;
use tokio::time::sleep;
use tracing::warn;

use crate::secrets::Secret;

const LIFETIME: Duration = Duration::from_hours(1);
/// How long a request may take: longer than the timeout of each function that keeps answers (20 s at most). After that, a repetition is made
/// again.
const PATIENCE: Duration = Duration::from_secs(30);
/// How often a repetition looks for the answer that another request is making, and the pause between: six seconds together, which are over
/// before the timeout of the shortest function (10 s).
const LOOKS: u32 = 12;
const PAUSE: Duration = Duration::from_millis(500);

#[derive(Debug)]
pub struct Idempotency {
    table: AttemptsTable,
    pepper: Secret,
}

impl Idempotency {
    /// Keeps the answers in that table; `pepper` is the key from which the keys of the seals are derived.
    pub const fn new(table: AttemptsTable, pepper: Secret) -> Self {
        Self { table, pepper }
    }

    /// Does the work of a request, unless a request with the same key, the same access token and the same body has done it: then returns
    /// its answer.
    ///
    /// # Errors
    /// The errors of the work; `service_unavailable` while another request does the same; and when the table cannot be read or written.
    pub async fn answer(
        &self,
        request: &ApiRequest,
        work: impl Future<Output = ApiResult<ApiResponse>>,
    ) -> ApiResult<ApiResponse> {
        let Some(key) = request.idempotency_key() else {
            return work.await;
        };
        let digest = Sha256::digest([key.as_bytes(), b"\0", &request.identity()].concat());
        let identity = URL_SAFE_NO_PAD.encode(digest);
        let id = self.pepper.keyed_hash("idempotency", &identity).await?;
        for _ in 0..LOOKS {
            // Before the work, so that of two requests at the same time one does it.
            if self.table.begin_answer(&id, PATIENCE).await? {
                let answered = work.await;
                self.end(&id, &identity, answered.as_ref().ok()).await;
                return answered;
            }
            match self.table.answer(&id).await? {
                Some(Some(sealed)) => return self.open(&identity, &sealed).await,
                Some(None) => sleep(PAUSE).await,
                // It has failed.
                None => {}
            }
        }
        let cause = "another request with the same key is not done";
        Err(ApiError::caused_by(ErrorCode::ServiceUnavailable, cause))
    }

    /// Keeps the answer. A failure is logged: the work is done, and only a repetition would notice.
    async fn end(&self, id: &str, identity: &str, response: Option<&ApiResponse>) {
        let ended = async {
            let sealed = match response.and_then(ApiResponse::stored) {
                Some(stored) => Some(self.seal(identity, &stored).await?),
                None => None,
            };
            Ok::<_, ApiError>(self.table.end_answer(id, sealed, LIFETIME).await?)
        };
        if let Err(cause) = deadline::leave_time_to_respond(ended)
            .await
            .map_err(ApiError::from)
            .flatten()
        {
            warn!(%cause, "answer not kept");
        }
    }

    async fn seal(&self, identity: &str, response: &StoredResponse) -> ApiResult<String> {
        let mut text = serde_json::to_vec(response).map_err(internal)?;
        let nonce: [u8; NONCE_LEN] = random::generator().map_err(internal)?.random();
        let key = self.key(identity).await?;
        let sealed = key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut text);
        sealed.map_err(internal)?;
        Ok(URL_SAFE_NO_PAD.encode([nonce.as_slice(), &text].concat()))
    }

    async fn open(&self, identity: &str, sealed: &str) -> ApiResult<ApiResponse> {
        let sealed = URL_SAFE_NO_PAD.decode(sealed).map_err(internal)?;
        let (nonce, text) = sealed
            .split_first_chunk::<NONCE_LEN>()
            .ok_or(ErrorCode::InternalError)?;
        let (nonce, mut text) = (Nonce::assume_unique_for_key(*nonce), text.to_vec());
        let key = self.key(identity).await?;
        let opened = key.open_in_place(nonce, Aad::empty(), &mut text).map_err(internal)?;
        let stored = serde_json::from_slice(opened).map_err(internal)?;
        ApiResponse::of_stored(stored).ok_or_else(|| ErrorCode::InternalError.into())
    }

    /// The key of an answer, which only a client that repeats the request can give, and only this function can derive.
    async fn key(&self, identity: &str) -> ApiResult<LessSafeKey> {
        let key = self.pepper.keyed_hash("idempotency-seal", identity).await?;
        let bytes = URL_SAFE_NO_PAD.decode(key).map_err(internal)?;
        Ok(LessSafeKey::new(
            UnboundKey::new(&AES_256_GCM, &bytes).map_err(internal)?,
        ))
    }
}

fn internal(error: impl std::fmt::Display) -> ApiError {
    ApiError::caused_by(ErrorCode::InternalError, error.to_string())
}

#[cfg(test)]
mod tests {
    use api::Message;
    use aws_sdk_dynamodb::{Client, Config};
    use cookie::Cookie;

    use super::*;
    use crate::samples::request;

    #[tokio::test]
    async fn an_answer_is_opened_by_its_request_only_and_not_stored_in_the_clear() {
        let config = Config::builder().behavior_version_latest().build();
        let table = AttemptsTable::new(Client::from_conf(config), "attempts".to_owned());
        let idempotency = Idempotency::new(table, Secret::known(b"pepper"));
        let response = ApiResponse::message(&request(&[]), Message::CodeVerified).unwrap();
        let response = response.with_cookie(&Cookie::new("__Host-reset", "secret"));
        let stored = response.stored().unwrap();
        let sealed = idempotency.seal("one", &stored).await.unwrap();
        assert!(!sealed.contains("secret") && sealed != idempotency.seal("one", &stored).await.unwrap());
        let opened = idempotency.open("one", &sealed).await.unwrap();
        assert_eq!(opened.stored().unwrap(), stored);
        assert!(idempotency.open("two", &sealed).await.is_err());
    }
}

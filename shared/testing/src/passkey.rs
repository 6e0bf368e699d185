//! A software authenticator with one passkey on the curve P-256, and the requests of its ceremonies.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use p256::ecdsa::{Signature, SigningKey, signature::Signer};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::{Stack, TestRequest, TestResponse, TestUser, stack::unique_id};

/// Flags of the authenticator data: the user was present, was verified, and the data contains a new credential.
const USER_PRESENT: u8 = 1;
const USER_VERIFIED: u8 = 4;
const HAS_CREDENTIAL: u8 = 64;

/// An authenticator with its passkey. A test changes what it wants refused.
#[derive(Debug, Clone)]
pub struct TestPasskey {
    pub origin: String,
    /// The host that the passkey belongs to.
    pub rp_id: String,
    /// Whether the authenticator verifies the user, by a fingerprint or a PIN.
    pub verifies_user: bool,
    /// The signature counter. Zero when the authenticator has none.
    pub counter: u32,
    /// The user that the authenticator names.
    pub user_handle: Vec<u8>,
    /// The id that the authenticator gave the passkey.
    pub id: Vec<u8>,
    key: SigningKey,
}

impl TestPasskey {
    /// A new authenticator on a page of the site.
    #[must_use]
    pub fn new() -> Self {
        let variables = Stack::function_variables("UsersPasskeyLoginFunction");
        let site = variables.into_iter().find(|(name, _)| name == "SITE_ADDRESS");
        Self {
            origin: site.expect("the site").1,
            rp_id: "localhost".to_owned(),
            verifies_user: true,
            counter: 0,
            user_handle: Vec::new(),
            id: Sha256::digest(unique_id()).to_vec(),
            key: SigningKey::from_slice(&Sha256::digest(unique_id())).expect("a key"),
        }
    }

    /// The same passkey, with something changed.
    #[must_use]
    pub fn with(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut changed = self.clone();
        change(&mut changed);
        changed
    }

    /// Makes the passkey for the options of a registration. Returns the credential as browsers do.
    #[must_use]
    pub fn register(&mut self, options: &Value) -> Value {
        let handle = options["user"]["id"].as_str().expect("a user handle");
        self.user_handle = URL_SAFE_NO_PAD.decode(handle).expect("base64");
        let point = self.key.verifying_key().to_sec1_point(false);
        let (x, y) = point.as_bytes()[1..].split_at(32);
        // CBOR: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}.
        let key = [
            &[0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20][..],
            x,
            &[0x22, 0x58, 0x20],
            y,
        ]
        .concat();
        let id_length = u16::try_from(self.id.len()).expect("a short id").to_be_bytes();
        let credential = [&[0; 16][..], &id_length, &self.id, &key].concat();
        let data = [self.authenticator_data(HAS_CREDENTIAL), credential].concat();
        let length = u16::try_from(data.len()).expect("short data").to_be_bytes();
        // CBOR: {"fmt": "none", "attStmt": {}, "authData": data}.
        let attestation = [
            b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x59",
            &length[..],
            &data,
        ]
        .concat();
        self.credential(&json!({
            "attestationObject": URL_SAFE_NO_PAD.encode(attestation),
            "clientDataJSON": URL_SAFE_NO_PAD.encode(self.client_data("webauthn.create", options)),
            "transports": ["internal"],
        }))
    }

    /// Signs the challenge in the options of a sign-in. Returns the credential as browsers do.
    #[must_use]
    pub fn sign(&self, options: &Value) -> Value {
        let client_data = self.client_data("webauthn.get", options);
        let data = self.authenticator_data(0);
        let signed = [&data[..], &Sha256::digest(&client_data)].concat();
        let signature: Signature = self.key.sign(&signed);
        self.credential(&json!({
            "authenticatorData": URL_SAFE_NO_PAD.encode(data),
            "clientDataJSON": URL_SAFE_NO_PAD.encode(client_data),
            "signature": URL_SAFE_NO_PAD.encode(signature.to_der().as_bytes()),
            "userHandle": URL_SAFE_NO_PAD.encode(&self.user_handle),
        }))
    }

    /// A sign-in with the passkey: begins it in a new browser, and returns the request that finishes it.
    pub async fn login_request(&self, stack: &Stack) -> TestRequest {
        self.login_request_for(&begin_login(stack).await)
    }

    #[must_use]
    pub fn login_request_for(&self, begun: &TestResponse) -> TestRequest {
        let credential = self.sign(&begun.data()["options"]);
        let body = json!({"challenge": begun.data()["challenge"], "credential": credential});
        TestRequest::post("/users/passkey-login")
            .json(&body)
            .cookie(begun.set_cookie("__Host-passkey"))
    }

    fn authenticator_data(&self, flags: u8) -> Vec<u8> {
        let verified = if self.verifies_user { USER_VERIFIED } else { 0 };
        let flags = USER_PRESENT | verified | flags;
        let host = Sha256::digest(&self.rp_id);
        [&host[..], &[flags], &self.counter.to_be_bytes()].concat()
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        let data = json!({
            "type": kind,
            "challenge": options["challenge"],
            "origin": self.origin,
            "crossOrigin": false,
        });
        data.to_string().into_bytes()
    }

    fn credential(&self, response: &Value) -> Value {
        let id = URL_SAFE_NO_PAD.encode(&self.id);
        json!({"id": id, "rawId": id, "type": "public-key", "response": response, "clientExtensionResults": {}})
    }
}

impl Default for TestPasskey {
    fn default() -> Self {
        Self::new()
    }
}

impl TestUser {
    /// The request for the options of a new passkey, with the right password.
    #[must_use]
    pub fn begin_passkey_request(&self, token: &str) -> TestRequest {
        TestRequest::post("/users/me/passkeys/options")
            .bearer(token)
            .json(&json!({"password": self.password}))
    }

    /// Begins to add a passkey. Returns the challenge and the options.
    pub async fn begin_passkey(&self, stack: &Stack, token: &str) -> Value {
        let response = stack.send(&self.begin_passkey_request(token)).await;
        assert_eq!(response.status, 200, "{response:?}");
        response.data().clone()
    }

    pub async fn add_passkey_request(&self, stack: &Stack, token: &str, passkey: &mut TestPasskey) -> TestRequest {
        let begun = self.begin_passkey(stack, token).await;
        let credential = passkey.register(&begun["options"]);
        let body = json!({"challenge": begun["challenge"], "credential": credential});
        TestRequest::post("/users/me/passkeys").bearer(token).json(&body)
    }

    /// Adds a passkey of a new authenticator. Returns its id, too.
    pub async fn add_passkey(&self, stack: &Stack, token: &str) -> (TestPasskey, String) {
        let mut passkey = TestPasskey::new();
        let request = self.add_passkey_request(stack, token, &mut passkey).await;
        let response = stack.send(&request).await;
        assert_eq!(response.status, 201, "{response:?}");
        let id = response.data()["_id"].as_str().expect("an id").to_owned();
        (passkey, id)
    }
}

/// Begins a sign-in with a passkey in a new browser.
pub async fn begin_login(stack: &Stack) -> TestResponse {
    let response = stack.send(&TestRequest::post("/users/passkey-login/options")).await;
    assert_eq!(response.status, 200, "{response:?}");
    response
}

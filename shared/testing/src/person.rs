//! People: each test makes its own.

use serde_json::{Value, json};

use crate::{
    Call, Mail, Stack,
    file::File,
    stack::{unique_id, unique_name},
};

/// Somebody with an account.
#[derive(Debug, Clone)]
pub struct Person {
    /// The e-mail address, which nobody else has.
    pub email: String,
    /// The password.
    pub password: String,
    /// The account's id.
    pub id: String,
}

impl Person {
    /// What somebody whom nobody else is sends to sign up as a student.
    #[must_use]
    pub fn registration() -> Value {
        json!({
            "fullname": "Amina Benali",
            "phone1": "+213551234567",
            "email": format!("{}@example.org", unique_name()),
            "address": "12 rue Didouche Mourad, Algiers",
            "password": "Correct horse 1",
            "type": "student",
            "country": "Algeria",
        })
    }

    /// What somebody whom nobody else is sends to sign up as a teacher of the first courses in the catalogue.
    pub async fn teacher_registration(stack: &Stack, curriculum: &File, video: Option<&File>) -> Value {
        let courses = stack.send(&Call::get("/courses")).await;
        let mut registration = Self::registration();
        registration["type"] = "teacher".into();
        registration["teacher"] = json!({
            "courses": [courses.data()[0]["_id"], courses.data()[1]["_id"]],
            "curriculum": curriculum.id,
            "video": video.map(|video| &video.id),
        });
        registration
    }

    /// Somebody who has signed up, and done nothing else.
    pub async fn registered(stack: &Stack) -> Self {
        Self::registered_with(stack, &Self::registration()).await
    }

    /// Somebody who has signed up as said, and done nothing else.
    pub async fn registered_with(stack: &Stack, registration: &Value) -> Self {
        let reply = stack.send(&Call::post("/users/register").json(registration)).await;
        assert_eq!(reply.status, 201, "{reply:?}");
        let text = |value: &Value| value.as_str().expect("text").to_owned();
        Self {
            email: text(&registration["email"]),
            password: text(&registration["password"]),
            id: text(&reply.data()["_id"]),
        }
    }

    /// Somebody who has signed up, and followed the link in the mail.
    pub async fn verified(stack: &Stack) -> Self {
        Self::verified_with(stack, &Self::registration()).await
    }

    /// Somebody who has signed up as said, and followed the link in the mail.
    pub async fn verified_with(stack: &Stack, registration: &Value) -> Self {
        let person = Self::registered_with(stack, registration).await;
        let token = person.last_mail(stack).await.token();
        let reply = stack
            .send(&Call::post("/users/verify-email").json(&json!({"token": token})))
            .await;
        assert_eq!(reply.status, 200, "{reply:?}");
        person
    }

    /// Somebody who is like this person in everything but the id and the address, without the work of signing up: for tests that
    /// need many.
    pub async fn twin(&self, stack: &Stack) -> Self {
        let twin = Self {
            email: format!("{}@example.org", unique_name()),
            password: self.password.clone(),
            id: unique_id(),
        };
        let table = stack.tables.get("users").expect("the users table");
        let mut account = self.item(stack).await;
        account["pk"] = format!("user#{}", twin.id).into();
        account["userId"] = twin.id.as_str().into();
        account["email"] = twin.email.as_str().into();
        stack.put_item(table, account).await;
        let claim = json!({"pk": format!("email#{}", twin.email), "userId": twin.id});
        stack.put_item(table, claim).await;
        twin
    }

    /// Signing in with the right password.
    #[must_use]
    pub fn login(&self) -> Call {
        self.login_with(&self.password)
    }

    /// Signing in with another password.
    #[must_use]
    pub fn login_with(&self, password: &str) -> Call {
        Call::post("/users/login").json(&json!({"email": self.email, "password": password}))
    }

    /// Signs in, and returns the token.
    pub async fn token(&self, stack: &Stack) -> String {
        let reply = stack.send(&self.login()).await;
        assert_eq!(reply.status, 200, "{reply:?}");
        reply.body["token"].as_str().expect("a token").to_owned()
    }

    /// A client address, with a port, that no other test has.
    #[must_use]
    pub fn client_address(&self) -> String {
        let number = u32::from_str_radix(&self.id[..8], 16).expect("an id is hexadecimal");
        let [a, b, c, d] = number.to_be_bytes();
        format!("{a}.{b}.{c}.{d}:50000")
    }

    /// Asks for a code to reset the password with, and reads it in the mail.
    pub async fn reset_code(&self, stack: &Stack) -> String {
        let known = stack.mails_to(&self.email).await.len();
        let reply = stack
            .send(&Call::post("/users/request-reset").json(&json!({"email": self.email})))
            .await;
        assert_eq!(reply.status, 200, "{reply:?}");
        let mails = stack.mails_to(&self.email).await;
        assert_eq!(mails.len(), known + 1);
        mails[known].code()
    }

    /// The last mail to the person.
    pub async fn last_mail(&self, stack: &Stack) -> Mail {
        stack.mails_to(&self.email).await.pop().expect("a mail")
    }

    /// The account as the table has it; null when there is none.
    pub async fn item(&self, stack: &Stack) -> Value {
        let table = stack.tables.get("users").expect("the users table");
        stack.item(table, ("pk", &format!("user#{}", self.id))).await
    }

    /// Changes an attribute of the account in the table, as an operator or another version would.
    pub async fn set(&self, stack: &Stack, attribute: &str, value: Value) {
        let table = stack.tables.get("users").expect("the users table");
        let mut item = self.item(stack).await;
        item[attribute] = value;
        stack.put_item(table, item).await;
    }
}

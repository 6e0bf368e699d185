//! What users do with the courses: they read the list and a course, ask for a place, and withdraw the request. They also ask to be told
//! when another service opens. The operator gets the digest.

use serde_json::json;
use testing::{TestRequest, TestSession, TestUser};

use super::{Functions, Journeys};

/// A course of the repository's catalogue, and a run that has not begun.
const COURSE: &str = "/courses/project-management";
const RUN: &str = "2027-autumn";
/// A service that is not open yet.
const INTEREST: &str = "/services/consulting/interest";

impl<F: Functions> Journeys<F> {
    pub(super) async fn read_courses(&mut self) {
        let courses = TestRequest::get("/courses").query("lang", "fr");
        self.send_successfully("courses-list", &courses).await;
        let prices = TestRequest::get("/coursePrices").query("country", "Algeria");
        self.send_successfully("course-prices-list", &prices).await;
        self.send_successfully("courses-get", &TestRequest::get(COURSE)).await;
        self.send_successfully("operator-publish-catalogue", &TestRequest::scheduled())
            .await;
    }

    pub(super) async fn ask_for_place(&mut self, user: &TestUser) {
        let TestSession { token, .. } = user.sign_in(&self.stack).await;
        let requests = format!("{COURSE}/requests");
        let ask = TestRequest::post(&requests).json(&json!({"run": RUN}));
        self.send_successfully("courses-request-place", &ask.bearer(&token))
            .await;
        // The operator reads of the request.
        self.send_successfully("operator-send-digest", &TestRequest::scheduled())
            .await;
        let list = TestRequest::get("/users/me/courses").bearer(&token);
        self.send_successfully("users-list-courses", &list).await;
        let withdraw = TestRequest::delete(&requests).bearer(&token);
        self.send_successfully("courses-withdraw-request", &withdraw).await;
    }

    pub(super) async fn add_interest(&mut self, user: &TestUser) {
        let TestSession { token, .. } = user.sign_in(&self.stack).await;
        let add = TestRequest::post(INTEREST).bearer(&token);
        self.send_successfully("services-add-interest", &add).await;
        let withdraw = TestRequest::delete(INTEREST).bearer(&token);
        self.send_successfully("services-withdraw-interest", &withdraw).await;
    }
}

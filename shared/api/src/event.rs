//! Events of API Gateway, before they are requests.

use lambda_http::{
    http::{HeaderName, HeaderValue},
    request::LambdaRequest,
};
use serde::Deserialize;
use serde_json::{Error, Map, Value};

/// The header of a request from which headers were removed that no request may have. A client that sends it gets the same response.
pub(crate) const INVALID_HEADERS: &str = "x-invalid-headers";

/// The request of an event. The gateway passes on headers with control characters, with which there is no request: without them, the
/// request has [`INVALID_HEADERS`].
pub(crate) fn request_of(mut event: Value) -> Result<LambdaRequest, Error> {
    match LambdaRequest::deserialize(&event) {
        Ok(request) => Ok(request),
        Err(error) => {
            let Some(Value::Object(headers)) = event.get_mut("headers") else {
                return Err(error);
            };
            remove_invalid(headers);
            // They are repeated here.
            if let Some(event) = event.as_object_mut() {
                event.remove("cookies");
            }
            LambdaRequest::deserialize(event)
        }
    }
}

fn remove_invalid(headers: &mut Map<String, Value>) {
    headers.retain(|name, value| {
        let has_value = value.as_str().is_some_and(|value| HeaderValue::from_str(value).is_ok());
        has_value && name.parse::<HeaderName>().is_ok()
    });
    headers.insert(INVALID_HEADERS.to_owned(), "true".into());
}

#[cfg(test)]
mod tests {
    use lambda_http::Request;
    use serde_json::json;

    use super::*;

    fn event(headers: &Value) -> Value {
        json!({
            "version": "2.0", "routeKey": "GET /courses", "rawPath": "/courses", "rawQueryString": "", "headers": headers,
            "requestContext": {
                "accountId": "1", "apiId": "a", "domainName": "d", "domainPrefix": "p", "requestId": "r", "routeKey": "GET /courses",
                "stage": "$default", "time": "01/Jan/2026:00:00:00 +0000", "timeEpoch": 1,
                "http": {"method": "GET", "path": "/courses", "protocol": "HTTP/1.1", "sourceIp": "192.0.2.1", "userAgent": "u"},
            },
            "isBase64Encoded": false,
        })
    }

    #[test]
    fn headers_with_control_characters_are_removed_and_marked() {
        for (name, value) in [
            ("x-text", "a\u{1}b"),
            ("x-text", "line\nbreak"),
            ("x-text", "\u{7f}"),
            ("x-text", "\0"),
            ("not a name", "a"),
        ] {
            let event = event(&json!({"accept-language": "fr", name: value}));
            let request: Request = request_of(event).unwrap().into();
            assert_eq!(request.headers()["accept-language"], "fr");
            assert_eq!(request.headers()[INVALID_HEADERS], "true", "{value:?}");
            assert!(!request.headers().contains_key("x-text"));
        }
        let request: Request = request_of(event(&json!({"x-text": "a\tb"}))).unwrap().into();
        assert_eq!(request.headers()["x-text"], "a\tb");
        assert!(!request.headers().contains_key(INVALID_HEADERS));
        assert!(request_of(json!({"no": "event"})).is_err());
    }
}

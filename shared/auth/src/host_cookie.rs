//! Cookies that only this site's API reads.

use std::{borrow::Cow, time::Duration};

use cookie::{Cookie, SameSite, time};

/// A cookie of the host itself, which scripts cannot read and other sites do not send. Browsers accept a name with the prefix `__Host-`
/// only from the host itself, over TLS, and for all paths. A lifetime of zero deletes the cookie.
pub fn host_cookie<'a>(name: &'static str, value: impl Into<Cow<'a, str>>, lifetime: Duration) -> Cookie<'a> {
    let seconds = i64::try_from(lifetime.as_secs()).unwrap_or(i64::MAX);
    Cookie::build((name, value))
        .path("/")
        .secure(true)
        .http_only(true)
        .same_site(SameSite::Strict)
        .max_age(time::Duration::seconds(seconds))
        .build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_for_the_host_alone_and_hidden_from_scripts() {
        let cookie = host_cookie("__Host-device", "b", Duration::from_mins(2)).to_string();
        assert_eq!(
            cookie,
            "__Host-device=b; HttpOnly; SameSite=Strict; Secure; Path=/; Max-Age=120"
        );
    }
}

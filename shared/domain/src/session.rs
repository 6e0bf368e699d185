//! Sessions: their ids, and the device and the place of a sign-in.

use std::fmt;

use percent_encoding::percent_decode_str;

use crate::{id::id_type, is_invisible};

id_type!(
    /// The id of a session. It allows nothing without the access token, which is signed.
    shown SessionId, SessionIdError, "not the id of a session, which is 32 of 0-9 and a-f"
);

/// The maximum length of a city's name, in characters.
const MAX_CITY: usize = 60;

/// Products in a `User-Agent` header, with the names that users know them by. The first that is found counts: most browsers also name
/// the ones that they descend from.
const BROWSERS: &[(&str, &str)] = &[
    ("FBAN/", "Facebook"),
    ("FBAV/", "Facebook"),
    ("Instagram ", "Instagram"),
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("OPR/", "Opera"),
    ("OPT/", "Opera"),
    ("Opera", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("YaBrowser/", "Yandex Browser"),
    ("UCBrowser/", "UC Browser"),
    ("HuaweiBrowser/", "Huawei Browser"),
    ("MiuiBrowser/", "Mi Browser"),
    ("Vivaldi/", "Vivaldi"),
    ("DuckDuckGo/", "DuckDuckGo"),
    ("Ddg/", "DuckDuckGo"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

/// As [`BROWSERS`], for operating systems. An iPad calls itself a Macintosh in its default setting.
const SYSTEMS: &[(&str, &str)] = &[
    ("HarmonyOS", "HarmonyOS"),
    ("Windows", "Windows"),
    ("Android", "Android"),
    ("iPhone", "iOS"),
    ("iPad", "iPadOS"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
];

/// The browser and the operating system of a device. Both are names of a fixed list, so that a request cannot put other text into the
/// table or an email.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DeviceName {
    /// The browser, such as `Firefox`. None when it is not in the list.
    pub browser: Option<&'static str>,
    /// The operating system, such as `Windows`. None when it is not in the list.
    pub system: Option<&'static str>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// The city's name in English or in the language of the country, if it is known.
    pub city: Option<String>,
}

impl DeviceName {
    pub fn of_user_agent(user_agent: &str) -> Self {
        let first_of = |list: &[(&str, &'static str)]| {
            let found = list.iter().find(|(product, _)| user_agent.contains(product));
            found.map(|(_, name)| *name)
        };
        Self {
            browser: first_of(BROWSERS),
            system: first_of(SYSTEMS),
        }
    }
}

impl fmt::Display for DeviceName {
    /// `Firefox, Windows`. Empty when neither is known.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<_> = [self.browser, self.system].into_iter().flatten().collect();
        formatter.write_str(&known.join(", "))
    }
}

impl Place {
    /// The place that the CDN names: the code of a country, and the name of a city in percent-encoded UTF-8. None without a country.
    pub fn parse(country: &str, city: Option<&str>) -> Option<Self> {
        let is_code = country.len() == 2 && country.bytes().all(|byte| byte.is_ascii_uppercase());
        is_code.then(|| Self {
            country: country.to_owned(),
            city: city.and_then(parse_city),
        })
    }
}

fn parse_city(encoded: &str) -> Option<String> {
    let name = percent_decode_str(encoded).decode_utf8().ok()?;
    let is_shown = |character: &char| !character.is_control() && !is_invisible(*character);
    let name: String = name.chars().filter(is_shown).take(MAX_CITY).collect();
    let name = name.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_agent_is_shown_as_browser_and_system() {
        for (user_agent, expected) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0",
                "Firefox, Windows",
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
                "Chrome, Linux",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
                "Edge, Windows",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
                "Safari, iOS",
            ),
            (
                "Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0.0.0 Mobile/15E148 Safari/604.1",
                "Chrome, iPadOS",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
                "Safari, macOS",
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
                "Samsung Internet, Android",
            ),
            (
                "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 OPR/124.0.0.0",
                "Opera, ChromeOS",
            ),
            ("curl/8.16.0", ""),
            ("", ""),
            ("<b>Your bank</b> https://example.org", ""),
        ] {
            assert_eq!(
                DeviceName::of_user_agent(user_agent).to_string(),
                expected,
                "{user_agent}"
            );
        }
    }

    #[test]
    fn a_place_is_a_country_with_or_without_a_city() {
        let shown = |country, city| Place::parse(country, city).map(|place| (place.country, place.city));
        let with_city = |city: &str| Some(("DZ".to_owned(), Some(city.to_owned())));
        assert_eq!(shown("DZ", Some("Algiers")), with_city("Algiers"));
        assert_eq!(shown("DZ", Some("B%C3%A9ja%C3%AFa")), with_city("Béjaïa"));
        assert_eq!(shown("DZ", Some(" %E2%80%AEOran%0A ")), with_city("Oran"));
        let long = "a".repeat(500);
        assert_eq!(shown("DZ", Some(&long)), with_city(&long[..MAX_CITY]));
        for unreadable in [None, Some(""), Some("%FF"), Some("%0A%20")] {
            assert_eq!(shown("DZ", unreadable), Some(("DZ".to_owned(), None)), "{unreadable:?}");
        }
        for other in ["", "dz", "DZA", "<b", "د"] {
            assert_eq!(shown(other, Some("Algiers")), None, "{other:?}");
        }
    }
}

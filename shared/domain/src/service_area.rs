//! The service areas that the site presents (spec §1).

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantNames};

/// A service area. The web app has the same list (`frontend/src/entities/service-area/serviceAreas.ts`).
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    EnumString,
    IntoStaticStr,
    VariantNames,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ServiceArea {
    Courses,
    Consulting,
    Job,
    Networking,
    /// Psychology support, with art.
    Psychology,
}

impl ServiceArea {
    /// In the order of the site.
    pub const ALL: [Self; 5] = [
        Self::Courses,
        Self::Consulting,
        Self::Job,
        Self::Networking,
        Self::Psychology,
    ];

    /// The service area as text, as in the paths of the about pages.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Whether users can use it today. Nobody waits for a service that is open.
    pub const fn is_open(self) -> bool {
        match self {
            Self::Courses => true,
            Self::Consulting | Self::Job | Self::Networking | Self::Psychology => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn courses_are_open() {
        let open: Vec<_> = ServiceArea::VARIANTS
            .iter()
            .filter(|name| name.parse().is_ok_and(ServiceArea::is_open))
            .collect();
        assert_eq!(open, [&"courses"]);
        assert_eq!(ServiceArea::ALL.map(ServiceArea::as_str), ServiceArea::VARIANTS);
    }
}

//! The text of the digest. It is in English, as the operator's tool is, and names no user: the pages of staff show who waits.

use jiff::{Timestamp, tz::TimeZone};
use store::place_requests::PlaceRequest;

/// How many of each kind the email lists.
const LISTED: usize = 50;

pub(crate) struct Digest {
    pub(crate) requests: Vec<PlaceRequest>,
    pub(crate) proofs: Vec<PlaceRequest>,
    /// When the teachers signed up.
    pub(crate) applications: Vec<Timestamp>,
}

impl Digest {
    pub(crate) const fn is_empty(&self) -> bool {
        self.requests.is_empty() && self.proofs.is_empty() && self.applications.is_empty()
    }

    pub(crate) fn subject(&self, stack: &str) -> String {
        let counts = [self.count_requests(), self.count_proofs(), self.count_applications()];
        let counts: Vec<_> = counts.into_iter().flatten().collect();
        format!("{stack}: {} waiting", counts.join(", "))
    }

    pub(crate) fn text(&self, site: &str) -> String {
        let requests = self.requests.iter().map(|request| {
            let (at, course, run) = (day(request.requested_at), &request.course_id, &request.run_id);
            format!("  since {at}  {course}, {run}")
        });
        let proofs = self.proofs.iter().map(|place| {
            let sent_at = place
                .undecided_proofs()
                .map(|proof| day(proof.sent_at))
                .next()
                .unwrap_or_default();
            format!("  since {sent_at}  {}, {}", place.course_id, place.run_id)
        });
        let applications = self.applications.iter().map(|at| format!("  since {}", day(*at)));
        let sections = [
            self.count_requests()
                .map(|count| section(&count, requests.collect(), &format!("{site}/staff/places"))),
            self.count_proofs()
                .map(|count| section(&count, proofs.collect(), &format!("{site}/staff/places?state=offered"))),
            self.count_applications()
                .map(|count| section(&count, applications.collect(), &format!("{site}/staff/applications"))),
        ];
        let sections: Vec<_> = sections.into_iter().flatten().collect();
        sections.join("\n\n") + "\n\nThe parameter DigestEmail decides who gets this email.\n"
    }

    fn count_requests(&self) -> Option<String> {
        count(self.requests.len(), "request for a place", "requests for places")
    }

    fn count_proofs(&self) -> Option<String> {
        count(
            self.proofs.len(),
            "place with a proof of payment",
            "places with proofs of payment",
        )
    }

    fn count_applications(&self) -> Option<String> {
        count(
            self.applications.len(),
            "application of a teacher",
            "applications of teachers",
        )
    }
}

/// None when there is none.
fn count(number: usize, one: &str, several: &str) -> Option<String> {
    match number {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{number} {several}")),
    }
}

fn section(title: &str, mut lines: Vec<String>, place: &str) -> String {
    let more = lines.len().saturating_sub(LISTED);
    lines.truncate(LISTED);
    if more > 0 {
        lines.push(format!("  and {more} more"));
    }
    format!("{title}:\n{}\n\n  {place}", lines.join("\n"))
}

/// The day in UTC.
fn day(time: Timestamp) -> String {
    time.to_zoned(TimeZone::UTC).date().to_string()
}

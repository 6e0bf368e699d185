//! When and from where users register. All assumptions of the simulation are here.

use std::fmt::{self, Display};

use rand::{RngExt, SeedableRng, rngs::StdRng};

/// The simulated time, in seconds.
pub(super) const DAY: u32 = 24 * 60 * 60;
/// The start of the campaign, at noon.
const CAMPAIGN_START: u32 = 12 * 60 * 60;
const HOUR: u32 = 60 * 60;
/// The share of users who register within the campaign's hour.
const CAMPAIGN_SHARE: f64 = 0.1;
/// The second of that hour with the most registrations, soon after the campaign's email.
const PEAK: f64 = 600.0;

/// The share of users on a phone, behind the shared IP address of their mobile network.
const MOBILE_SHARE: f64 = 0.45;
/// The share of users who register together in a classroom.
const CLASSROOM_SHARE: f64 = 0.1;
/// The mean number of users per IP address of a mobile network. The distribution is skewed: a tenth of the addresses has a third
/// of the users.
const USERS_PER_MOBILE_IP: u32 = 1000;
/// The users of a classroom.
const CLASS_SIZE: u32 = 30;
/// The time within which a class registers, in seconds.
const CLASS_DURATION: u32 = 600;
/// The mean number of users per home.
const HOUSEHOLD_SIZE: u32 = 2;
/// The share of teachers.
const TEACHER_SHARE: f64 = 0.05;

/// An IP address that users share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum SharedIp {
    MobileNetwork(u32),
    Classroom(u32),
    Home(u32),
}

/// A user who registers, verifies their email address, and signs in.
pub(super) struct NewUser {
    pub(super) number: u32,
    pub(super) id: String,
    pub(super) ip: SharedIp,
    pub(super) is_teacher: bool,
    /// The second of the day, as the next two.
    pub(super) registers: u32,
    pub(super) verifies: u32,
    pub(super) signs_in: u32,
}

/// Generates the users who register in a day.
pub(super) struct Arrivals {
    users: u32,
    random: StdRng,
    next: u32,
}

impl Arrivals {
    /// The same seed generates the same users.
    pub(super) fn new(users: u32, seed: u64) -> Self {
        Self {
            users,
            random: StdRng::seed_from_u64(seed),
            next: 0,
        }
    }

    /// Whether a second is in the campaign's hour.
    pub(super) fn is_in_campaign(second: u32) -> bool {
        (CAMPAIGN_START..CAMPAIGN_START + HOUR).contains(&second)
    }

    fn ip(&mut self) -> SharedIp {
        let kind: f64 = self.random.random();
        let mut one_of = |number: f64| self.random.random_range(0..whole(number).max(1));
        let users = f64::from(self.users);
        if kind < MOBILE_SHARE {
            let addresses = (users * MOBILE_SHARE / f64::from(USERS_PER_MOBILE_IP)).max(1.0);
            // The square of a uniform number prefers the first addresses.
            let uniform: f64 = self.random.random();
            SharedIp::MobileNetwork(whole(addresses * uniform * uniform))
        } else if kind < MOBILE_SHARE + CLASSROOM_SHARE {
            SharedIp::Classroom(one_of(users * CLASSROOM_SHARE / f64::from(CLASS_SIZE)))
        } else {
            let at_home = users * (1.0 - MOBILE_SHARE - CLASSROOM_SHARE);
            SharedIp::Home(one_of(at_home / f64::from(HOUSEHOLD_SIZE)))
        }
    }

    /// The second in which a user registers. A class registers together; others at any time, or in the campaign's hour.
    fn time(&mut self, ip: SharedIp) -> u32 {
        if let SharedIp::Classroom(class) = ip {
            let start = StdRng::seed_from_u64(u64::from(class)).random_range(0..DAY - CLASS_DURATION);
            return start + self.random.random_range(0..CLASS_DURATION);
        }
        if self.random.random_bool(CAMPAIGN_SHARE) {
            CAMPAIGN_START + self.second_of_campaign()
        } else {
            self.random.random_range(0..DAY)
        }
    }

    /// A triangular distribution around the peak, sampled by its inverse.
    fn second_of_campaign(&mut self) -> u32 {
        let (hour, share): (f64, f64) = (f64::from(HOUR), self.random.random());
        let rising = PEAK / hour;
        whole(if share < rising {
            (share * hour * PEAK).sqrt()
        } else {
            hour - ((1.0 - share) * hour * (hour - PEAK)).sqrt()
        })
    }
}

impl Iterator for Arrivals {
    type Item = NewUser;

    fn next(&mut self) -> Option<NewUser> {
        if self.next == self.users {
            return None;
        }
        self.next += 1;
        let ip = self.ip();
        let registers = self.time(ip);
        let verifies = registers + self.random.random_range(30..600);
        let signs_in = verifies + self.random.random_range(5..60);
        Some(NewUser {
            number: self.next,
            id: format!("{:032x}", self.random.random::<u128>()),
            ip,
            is_teacher: self.random.random_bool(TEACHER_SHARE),
            registers: registers % DAY,
            verifies: verifies % DAY,
            signs_in: signs_in % DAY,
        })
    }
}

/// The integer part of a number that is not negative.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the numbers are small and not negative"
)]
const fn whole(number: f64) -> u32 {
    number as u32
}

impl Display for SharedIp {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MobileNetwork(number) => write!(formatter, "mobile-network-{number}"),
            Self::Classroom(number) => write!(formatter, "classroom-{number}"),
            Self::Home(number) => write!(formatter, "home-{number}"),
        }
    }
}

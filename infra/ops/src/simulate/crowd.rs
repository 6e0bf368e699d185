//! Who registers, when, and from where. What is assumed of them stands here, and nowhere else.

use std::fmt::{self, Display};

use rand::{RngExt, SeedableRng, rngs::StdRng};

/// How long everybody takes.
pub(super) const DAY: u32 = 24 * 60 * 60;
/// When the campaign begins: at noon.
const CAMPAIGN: u32 = 12 * 60 * 60;
const HOUR: u32 = 60 * 60;
/// How many of all register in the campaign's hour.
const IN_THE_HOUR: f64 = 0.1;
/// When in that hour most come: the mail has just arrived.
const PEAK: f64 = 600.0;

/// How many register on a phone, behind an address that their operator shares out.
const ON_A_PHONE: f64 = 0.45;
/// How many register in a classroom, together.
const IN_A_CLASSROOM: f64 = 0.1;
/// How many of those behind operators' addresses there are for each address. The first addresses have more than their share: a
/// tenth of them has a third of the people.
const PER_OPERATOR_ADDRESS: u32 = 1000;
const CLASS: u32 = 30;
/// How long a class takes, in seconds.
const CLASS_TAKES: u32 = 600;
/// How many share an address at home, in the mean.
const HOUSEHOLD: u32 = 2;
/// How many teach.
const TEACHERS: f64 = 0.05;

/// Whose address it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Address {
    /// A mobile operator's, behind which thousands are.
    Operator(u32),
    /// A school's.
    Classroom(u32),
    /// A household's.
    Home(u32),
}

/// Somebody who registers, verifies the address, and signs in.
pub(super) struct Newcomer {
    pub(super) number: u32,
    pub(super) id: String,
    pub(super) address: Address,
    pub(super) teaches: bool,
    /// Seconds of the day.
    pub(super) registers: u32,
    pub(super) verifies: u32,
    pub(super) signs_in: u32,
}

/// Everybody who registers in a day.
pub(super) struct Crowd {
    people: u32,
    random: StdRng,
    next: u32,
}

impl Crowd {
    /// As many people; the same for the same seed.
    pub(super) fn new(people: u32, seed: u64) -> Self {
        Self {
            people,
            random: StdRng::seed_from_u64(seed),
            next: 0,
        }
    }

    /// Whether a second is in the campaign's hour.
    pub(super) fn is_in_campaign(second: u32) -> bool {
        (CAMPAIGN..CAMPAIGN + HOUR).contains(&second)
    }

    fn address(&mut self) -> Address {
        let kind: f64 = self.random.random();
        let mut one_of = |number: f64| self.random.random_range(0..whole(number).max(1));
        let people = f64::from(self.people);
        if kind < ON_A_PHONE {
            let addresses = (people * ON_A_PHONE / f64::from(PER_OPERATOR_ADDRESS)).max(1.0);
            let place: f64 = self.random.random();
            Address::Operator(whole(addresses * place * place))
        } else if kind < ON_A_PHONE + IN_A_CLASSROOM {
            Address::Classroom(one_of(people * IN_A_CLASSROOM / f64::from(CLASS)))
        } else {
            let at_home = people * (1.0 - ON_A_PHONE - IN_A_CLASSROOM);
            Address::Home(one_of(at_home / f64::from(HOUSEHOLD)))
        }
    }

    /// Classes come together, at a time that is theirs; others as they like, more of them in the campaign's hour.
    fn time(&mut self, address: Address) -> u32 {
        if let Address::Classroom(class) = address {
            let begins = StdRng::seed_from_u64(u64::from(class)).random_range(0..DAY - CLASS_TAKES);
            return begins + self.random.random_range(0..CLASS_TAKES);
        }
        if self.random.random_bool(IN_THE_HOUR) {
            CAMPAIGN + self.second_of_campaign()
        } else {
            self.random.random_range(0..DAY)
        }
    }

    /// More and more until the peak, then fewer and fewer: a triangle, by its inverse distribution.
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

impl Iterator for Crowd {
    type Item = Newcomer;

    fn next(&mut self) -> Option<Newcomer> {
        if self.next == self.people {
            return None;
        }
        self.next += 1;
        let address = self.address();
        let registers = self.time(address);
        let verifies = registers + self.random.random_range(30..600);
        let signs_in = verifies + self.random.random_range(5..60);
        Some(Newcomer {
            number: self.next,
            id: format!("{:032x}", self.random.random::<u128>()),
            address,
            teaches: self.random.random_bool(TEACHERS),
            registers: registers % DAY,
            verifies: verifies % DAY,
            signs_in: signs_in % DAY,
        })
    }
}

/// The whole part of a number that is not negative.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is what a cast does, and such numbers are small"
)]
const fn whole(number: f64) -> u32 {
    number as u32
}

impl Display for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Operator(number) => write!(formatter, "operator-{number}"),
            Self::Classroom(number) => write!(formatter, "classroom-{number}"),
            Self::Home(number) => write!(formatter, "home-{number}"),
        }
    }
}

//! A file: its record in the table, and the versions of its object in the bucket.

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Version {
    /// What the user uploaded.
    First,
    /// What was written under the same key later, which no function of the platform does.
    Second,
}

/// What a scan found. The order is that of the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// The scanner could not scan the object.
    Failed,
    Clean,
    Infected,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Scan {
    pub verdict: Verdict,
    pub version: Version,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Record {
    /// The strongest result.
    pub scan: Option<Scan>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct File {
    infected: [bool; 2],
    written: [bool; 2],
    /// Whether it is being removed, or is removed.
    is_removed: bool,
    pub record: Option<Record>,
    /// The current version of the object. An older one stays for a day.
    pub current: Option<Version>,
    /// Whether the record has had the verdict `Infected`.
    pub was_infected: bool,
}

impl File {
    /// Files of which nothing is stored yet, with every content.
    pub fn all_new() -> impl Iterator<Item = Self> {
        let both = [false, true];
        let contents = both
            .into_iter()
            .flat_map(move |first| both.map(|second| [first, second]));
        contents.map(|infected| Self {
            infected,
            written: [false; 2],
            is_removed: false,
            record: None,
            current: None,
            was_infected: false,
        })
    }

    pub const fn is_infected(&self, version: Version) -> bool {
        let [first, second] = self.infected;
        match version {
            Version::First => first,
            Version::Second => second,
        }
    }

    /// Whether the function that stores it has something to write.
    pub const fn can_be_stored(&self) -> bool {
        let [is_written, _] = self.written;
        !(self.is_removed || is_written && self.record.is_some())
    }

    /// Writes the record, and then the object.
    pub fn store(&mut self) {
        if self.record.is_none() {
            self.record = Some(Record::default());
        } else {
            self.current = Some(Version::First);
            self.written = [true, false];
        }
    }

    pub const fn can_be_removed(&self) -> bool {
        self.current.is_some() || self.is_removed && self.record.is_some()
    }

    /// Deletes the object, or the record when there is no object.
    pub const fn remove(&mut self) {
        self.is_removed = true;
        if self.current.is_some() {
            self.current = None;
        } else {
            self.record = None;
        }
    }

    /// Writes the second version.
    pub const fn overwrite(&mut self) {
        self.current = Some(Version::Second);
        self.written = [true, true];
    }

    /// What the scanner may report: for each version that was written the truth, or that it failed.
    pub fn possible_scans(&self) -> impl Iterator<Item = Scan> {
        let [first, second] = self.written;
        let written = [(Version::First, first), (Version::Second, second)];
        let written = written.into_iter().filter_map(|(version, is)| is.then_some(version));
        let file = *self;
        written.flat_map(move |version| {
            let truth = if file.is_infected(version) {
                Verdict::Infected
            } else {
                Verdict::Clean
            };
            [truth, Verdict::Failed].map(|verdict| Scan { verdict, version })
        })
    }

    /// Writes a result into the record, if there is one with a weaker verdict or none; or in every record.
    pub fn record_scan(&mut self, scan: Scan, always: bool) -> bool {
        let Some(record) = &mut self.record else { return false };
        if !always && record.scan.is_some_and(|stored| stored.verdict >= scan.verdict) {
            return false;
        }
        record.scan = Some(scan);
        self.was_infected |= scan.verdict == Verdict::Infected;
        true
    }
}

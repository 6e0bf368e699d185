//! Reads the optional part of a course file: facts, details and runs.
//!
//! Each function records its errors in the file, and returns what it could read. A file with an error is never imported.

use std::{collections::BTreeSet, ops::RangeInclusive, str::FromStr};

use domain::{
    CourseDetails, CourseFacts, CourseId, CourseRun, Language, Localized, RunId, UserId, Weekday, time_zone_name,
};
use jiff::{
    civil::{Date, Time},
    fmt::strtime,
    tz::TimeZone,
};
use platform::clock;
use strum::VariantNames;

use super::{
    closed_days::ClosedDays,
    file::{File, Span, Table},
    localized::{localized, localized_table},
};

/// The keys of a course file that this module reads.
pub(super) const KEYS: [&str; 15] = [
    "level",
    "languages",
    "hours",
    "sessions",
    "session_minutes",
    "format",
    "group_size",
    "recordings",
    "artwork",
    "audience",
    "prerequisites",
    "takeaway",
    "outcomes",
    "syllabus",
    "runs",
];

/// The length of a sentence or two, in characters.
const SENTENCE: RangeInclusive<usize> = 1..=320;
/// The length of a line, in characters.
const LINE: RangeInclusive<usize> = 1..=140;
const OUTCOMES: RangeInclusive<usize> = 3..=6;

/// The facts. `runs` gives their first days.
pub(super) fn facts(file: &mut File, table: &Table, runs: &[CourseRun]) -> CourseFacts {
    let mut starts: Vec<Date> = runs.iter().map(|run| run.start).collect();
    starts.sort();
    let artwork = optional(table, "artwork", || file.text(table, "artwork"));
    if let Some((name, span)) = &artwork
        && CourseId::try_from(name.clone()).is_err()
    {
        file.add_error(
            span,
            "\"artwork\" must be the name of a picture: 3 to 60 of a-z, 0-9 and '-'",
        );
    }
    CourseFacts {
        level: optional(table, "level", || choice(file, table, "level")),
        languages: optional(table, "languages", || languages(file, table)).unwrap_or_default(),
        hours: hours(file, table),
        sessions: count(file, table, "sessions", 1..=500).map(|(number, _)| number),
        format: optional(table, "format", || choice(file, table, "format")),
        artwork: artwork.map(|(name, _)| name),
        starts,
    }
}

pub(super) fn details(file: &mut File, table: &Table) -> CourseDetails {
    let outcomes = texts(file, table, "outcomes");
    if let Some((outcomes, span)) = &outcomes
        && !OUTCOMES.contains(&outcomes.len())
    {
        file.add_error(
            span,
            format!(
                "a course has {} to {} outcomes, not {}",
                OUTCOMES.start(),
                OUTCOMES.end(),
                outcomes.len()
            ),
        );
    }
    let syllabus = texts(file, table, "syllabus");
    if let (Some((syllabus, span)), Some((sessions, _))) = (&syllabus, table.number("sessions"))
        && u32::try_from(syllabus.len()) != Ok(sessions)
    {
        let message = format!("the syllabus has {} entries for {sessions} sessions", syllabus.len());
        file.add_error(span, message);
    }
    CourseDetails {
        session_minutes: count(file, table, "session_minutes", 10..=600).map(|(number, _)| number),
        group_size: count(file, table, "group_size", 1..=1000).map(|(number, _)| number),
        recordings: optional(table, "recordings", || file.boolean(table, "recordings")),
        audience: sentence(file, table, "audience"),
        prerequisites: sentence(file, table, "prerequisites"),
        takeaway: sentence(file, table, "takeaway"),
        outcomes: outcomes.map(|(texts, _)| texts).unwrap_or_default(),
        syllabus: syllabus.map(|(texts, _)| texts).unwrap_or_default(),
    }
}

/// The runs, in the order of the file.
pub(super) fn runs(file: &mut File, table: &Table, closed_days: &ClosedDays) -> Vec<CourseRun> {
    let Some((tables, span)) = optional(table, "runs", || file.tables(table, "runs")) else {
        return Vec::new();
    };
    if !table.has("session_minutes") {
        file.add_error(&span, "a course with runs needs \"session_minutes\"");
    }
    let mut ids = BTreeSet::new();
    let mut runs = Vec::new();
    for run in &tables {
        if let Some((id, span)) = run.text("id")
            && !ids.insert(id.clone())
        {
            file.add_error(&span, format!("another run has the id {id:?}"));
        }
        runs.extend(self::run(file, table, run, closed_days));
    }
    runs
}

fn run(file: &mut File, course: &Table, table: &Table, closed_days: &ClosedDays) -> Option<CourseRun> {
    file.only_keys(
        table,
        &[
            "id",
            "start",
            "end",
            "weekdays",
            "closed",
            "open",
            "time",
            "time_zone",
            "places",
            "language",
            "teacher",
        ],
    );
    let id = parsed(file, table, "id", |text| {
        RunId::try_from(text.to_owned()).map_err(|error| error.to_string())
    });
    let start = required_date(file, table, "start");
    let end = required_date(file, table, "end");
    let weekdays = weekdays(file, table);
    let closed = optional(table, "closed", || dates(file, table, "closed")).unwrap_or_default();
    let open = optional(table, "open", || dates(file, table, "open")).unwrap_or_default();
    let time = parsed(file, table, "time", time_of_day);
    let time_zone = parsed(file, table, "time_zone", time_zone);
    let places = required_count(file, table, "places", 1..=100_000);
    let language = run_language(file, course, table);
    let teacher = optional(table, "teacher", || {
        parsed(file, table, "teacher", |text| {
            UserId::from_str(text).map_err(|_| "\"teacher\" must be the id of a user".to_owned())
        })
    });
    if let (Some((places, span)), Some((size, _))) = (&places, course.number("group_size"))
        && *places > size
    {
        file.add_error(
            span,
            format!("the run has {places} places, and the group size is {size}"),
        );
    }
    let ((start, start_span), (end, end_span)) = (start?, end?);
    let run = CourseRun {
        id: id?.0,
        start,
        end,
        weekdays: weekdays?,
        closed: closed.iter().map(|(day, _)| *day).collect(),
        time: time?.0,
        time_zone: time_zone?.0,
        places: places?.0,
        language,
        teacher: teacher.map(|(id, _)| id),
    };
    check_days(file, &run, &closed, &start_span, &end_span);
    for (day, span) in &open {
        if closed_days.name(*day).is_none() {
            file.add_error(
                span,
                format!("{day} is not in closed-days.toml: the run has a session then anyway"),
            );
        }
    }
    let open: Vec<_> = open.into_iter().map(|(day, _)| day).collect();
    let run = with_closed_days(file, run, closed_days, &open, &start_span, &end_span);
    check_number(file, course, &run, closed_days, &open, &end_span);
    Some(run)
}

/// The run with the closed days of all runs that are between its first and its last day.
fn with_closed_days(
    file: &mut File,
    mut run: CourseRun,
    closed_days: &ClosedDays,
    open: &[Date],
    start: &Span,
    end: &Span,
) -> CourseRun {
    for (day, span) in [(run.start, start), (run.end, end)] {
        if let Some(name) = closed_days.name(day).filter(|_| !open.contains(&day)) {
            let message = format!(
                "{day} is a closed day, {name}: \"open\" is for the days on which the run has a session all the same"
            );
            file.add_error(span, message);
        }
    }
    let days: Vec<_> = closed_days.of(&run, open).filter(|day| *day < run.end).collect();
    let days = days
        .into_iter()
        .filter(|day| *day > run.start && !run.closed.contains(day));
    let days: Vec<_> = days.collect();
    run.closed.extend(days);
    run
}

/// There are as many days as sessions. A later edition of a course may have other sessions than a run that has ended.
fn check_number(file: &mut File, course: &Table, run: &CourseRun, closed_days: &ClosedDays, open: &[Date], end: &Span) {
    let days = run.days().count();
    let Some((sessions, _)) = course.number("sessions") else {
        return;
    };
    if u32::try_from(days) == Ok(sessions) || run.end < run.start || run.has_ended(clock::now()) {
        return;
    }
    let all = CourseRun {
        closed: run.closed.iter().copied().chain(closed_days.of(run, open)).collect(),
        ..run.clone()
    };
    let right = all.end_of(sessions);
    let right = right.map_or_else(String::new, |day| format!(". With these closed days, it ends on {day}"));
    let message = format!(
        "from {} to {} there are {days} days for {sessions} sessions: \"closed\" is for the days without one{right}",
        run.start, run.end
    );
    file.add_error(end, message);
}

/// The first and the last day have a session, and closed days would have one.
fn check_days(file: &mut File, run: &CourseRun, closed: &[(Date, Span)], start: &Span, end: &Span) {
    let is_day = |date: &Date| run.weekdays.contains(&Weekday::of(*date));
    let closed_days = closed.iter().map(|(date, span)| (date, span));
    for (date, span) in [(&run.start, start), (&run.end, end)].into_iter().chain(closed_days) {
        if !is_day(date) {
            let name: &str = Weekday::of(*date).into();
            file.add_error(span, format!("{date} is a {name}, which is not one of the weekdays"));
        }
    }
    if run.end < run.start {
        return file.add_error(end, format!("the run ends on {}, before it starts", run.end));
    }
    for (date, span) in closed {
        if !(run.start < *date && *date < run.end) {
            file.add_error(
                span,
                format!("{date} is not between the first and the last day of the run"),
            );
        }
    }
}

/// The language of a run is one of the course's. A course with several languages has to say in which one a run is.
fn run_language(file: &mut File, course: &Table, table: &Table) -> Option<Language> {
    let taught: Vec<String> = course.texts("languages");
    if !table.has("language") && taught.len() < 2 {
        return None;
    }
    let (code, span) = file.text(table, "language")?;
    if !taught.contains(&code) {
        file.add_error(&span, format!("{code:?} is not one of the course's languages"));
    }
    Language::from_code(&code)
}

/// The hours must agree with the number and the length of the sessions.
fn hours(file: &mut File, table: &Table) -> Option<u32> {
    let (hours, span) = count(file, table, "hours", 1..=2000)?;
    let sessions = table.number("sessions");
    let minutes = table.number("session_minutes");
    if let (Some((sessions, _)), Some((minutes, _))) = (sessions, minutes) {
        let total = u64::from(sessions) * u64::from(minutes);
        if total.abs_diff(u64::from(hours) * 60) >= 60 {
            let message = format!("{sessions} sessions of {minutes} minutes are not {hours} hours");
            file.add_error(&span, message);
        }
    }
    Some(hours)
}

fn languages(file: &mut File, table: &Table) -> Option<Vec<Language>> {
    let codes = file.texts(table, "languages")?;
    let mut languages = Vec::new();
    for (code, span) in codes {
        match Language::from_code(&code) {
            Some(language) if languages.contains(&language) => {
                file.add_error(&span, format!("{code:?} is in the list twice"));
            }
            Some(language) => languages.push(language),
            None => file.add_error(
                &span,
                format!("{code:?} is not a language: it is \"en\", \"fr\" or \"ar\""),
            ),
        }
    }
    Some(languages)
}

fn weekdays(file: &mut File, table: &Table) -> Option<Vec<Weekday>> {
    let mut weekdays = Vec::new();
    for (name, span) in file.texts(table, "weekdays")? {
        let weekday = one_of(file, "weekdays", &name, &span)?;
        if weekdays.contains(&weekday) {
            file.add_error(&span, format!("{name:?} is in the list twice"));
        }
        weekdays.push(weekday);
    }
    Some(weekdays)
}

pub(super) fn required_date(file: &mut File, table: &Table, key: &str) -> Option<(Date, Span)> {
    parsed(file, table, key, |text| {
        date_of(text).ok_or_else(|| format!("{key:?} must be a date such as \"2027-02-06\""))
    })
}

fn dates(file: &mut File, table: &Table, key: &str) -> Option<Vec<(Date, Span)>> {
    let mut dates = Vec::new();
    for (text, span) in file.texts(table, key)? {
        match date_of(&text) {
            Some(date) if dates.iter().any(|(other, _)| *other == date) => {
                file.add_error(&span, format!("{text:?} is in the list twice"));
            }
            Some(date) => dates.push((date, span)),
            None => file.add_error(&span, format!("{text:?} is not a date such as \"2027-02-06\"")),
        }
    }
    Some(dates)
}

/// Zeros may not be left out: an export writes them.
fn date_of(text: &str) -> Option<Date> {
    let date = Date::strptime("%Y-%m-%d", text).ok();
    date.filter(|date| date.to_string() == text)
}

fn time_of_day(text: &str) -> Result<Time, String> {
    let time = strtime::parse("%H:%M", text).and_then(|parsed| parsed.to_time());
    time.ok()
        .filter(|time| time.strftime("%H:%M").to_string() == text)
        .ok_or_else(|| "\"time\" must be a time such as \"18:30\"".to_owned())
}

fn time_zone(name: &str) -> Result<String, String> {
    let zone = TimeZone::get(name).ok();
    // The database also finds names in other spellings, and short ones such as EST, which have no summer time.
    let is_known = zone.is_some_and(|zone| zone.iana_name() == Some(name)) && name.contains('/');
    if !is_known {
        return Err(format!(
            "{name:?} is not the IANA name of a time zone, such as \"Africa/Algiers\""
        ));
    }
    if time_zone_name(name, Language::English).is_none() {
        return Err(format!(
            "{name:?} has no name for users: add it to shared/data/time-zone-names.json, in each language"
        ));
    }
    Ok(name.to_owned())
}

/// Texts in every language under `[[key]]`, with the place of the first.
fn texts(file: &mut File, table: &Table, key: &str) -> Option<(Vec<Localized>, Span)> {
    let (tables, span) = optional(table, key, || file.tables(table, key))?;
    let mut texts = Vec::new();
    for (index, entry) in tables.iter().enumerate() {
        texts.push(localized_table(file, entry, &format!("{key}.{}", index + 1), LINE));
    }
    let texts: Option<Vec<_>> = texts.into_iter().collect();
    Some((texts?, span))
}

fn sentence(file: &mut File, table: &Table, key: &str) -> Option<Localized> {
    optional(table, key, || localized(file, table, key, SENTENCE))
}

fn choice<T: FromStr + VariantNames>(file: &mut File, table: &Table, key: &str) -> Option<T> {
    let (name, span) = file.text(table, key)?;
    one_of(file, key, &name, &span)
}

fn one_of<T: FromStr + VariantNames>(file: &mut File, key: &str, name: &str, span: &Span) -> Option<T> {
    let known = name.parse().ok();
    if known.is_none() {
        let names = T::VARIANTS.join(", ");
        file.add_error(span, format!("{key}: {name:?} is not one of {names}"));
    }
    known
}

fn parsed<T>(
    file: &mut File,
    table: &Table,
    key: &str,
    parse: impl FnOnce(&str) -> Result<T, String>,
) -> Option<(T, Span)> {
    let (text, span) = file.text(table, key)?;
    match parse(&text) {
        Ok(value) => Some((value, span)),
        Err(message) => {
            file.add_error(&span, message);
            None
        }
    }
}

/// An optional number, with an error outside of `range`.
fn count(file: &mut File, table: &Table, key: &str, range: RangeInclusive<u32>) -> Option<(u32, Span)> {
    optional(table, key, || required_count(file, table, key, range))
}

fn required_count(file: &mut File, table: &Table, key: &str, range: RangeInclusive<u32>) -> Option<(u32, Span)> {
    let (number, span) = file.number(table, key)?;
    if !range.contains(&number) {
        let message = format!("{key:?} must be {} to {}, not {number}", range.start(), range.end());
        file.add_error(&span, message);
    }
    Some((number, span))
}

fn optional<T>(table: &Table, key: &str, read: impl FnOnce() -> Option<T>) -> Option<T> {
    table.has(key).then(read).flatten()
}

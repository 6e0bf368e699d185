//! The calendar file of a place in a run.

use calcard::{
    common::PartialDateTime,
    icalendar::{
        ICalendar, ICalendarComponent, ICalendarComponentType, ICalendarDay, ICalendarFrequency, ICalendarParameter,
        ICalendarProperty, ICalendarRecurrenceRule, ICalendarWeekday, Uri,
    },
};
use domain::{Course, CourseRun, Language, Weekday};
use jiff::{SignedDuration, Timestamp, ToSpan, civil::DateTime, tz::TimeZone};
use mail::{Attachment, CalendarTexts};

/// The sessions of a run, for the calendar of a user.
pub(super) struct Sessions<'a> {
    pub(super) course: &'a Course,
    /// The length of a session, if it is known.
    pub(super) minutes: Option<u32>,
    pub(super) run: &'a CourseRun,
    pub(super) language: Language,
    pub(super) site: &'a str,
}

impl Sessions<'_> {
    /// Writes the file (RFC 5545) as `calendarFile.ts` of the web app does: one event that repeats on the weekdays of the run, in its time
    /// zone. The event has the same id, so a calendar that has one of the two files replaces it by the other.
    pub(super) fn calendar_file(&self, now: Timestamp) -> Attachment {
        let Self { course, run, .. } = self;
        let texts = CalendarTexts::of(self.language);
        let mut root = ICalendarComponent::new(ICalendarComponentType::VCalendar);
        root.add_property(ICalendarProperty::Version, "2.0");
        root.add_property(
            ICalendarProperty::Prodid,
            format!("-//{}//{}//EN", texts.brand, self.host()),
        );
        root.component_ids = vec![1];
        let mut calendar = ICalendar {
            components: vec![root, self.event(&texts, now)],
        };
        calendar.add_missing_timezones();
        Attachment {
            name: format!("{}-{}.ics", course.id, run.id),
            media_type: "text/calendar",
            content: calendar.to_string(),
        }
    }

    fn event(&self, texts: &CalendarTexts, now: Timestamp) -> ICalendarComponent {
        let Self { course, run, .. } = self;
        let url = format!("{}/courses/{}", self.site, course.id);
        let days = days(run);
        let has_holidays = course.facts.sessions.is_some_and(|sessions| sessions < days);
        let description = [
            Some(course.description.get(self.language)),
            has_holidays.then_some(texts.holidays),
            Some(&url),
        ];
        let description: Vec<_> = description.into_iter().flatten().collect();
        let start = run.start.to_datetime(run.time);
        let end = self
            .minutes
            .map(|minutes| start.saturating_add(SignedDuration::from_mins(minutes.into())));

        let mut event = ICalendarComponent::new(ICalendarComponentType::VEvent);
        event.add_uid(&format!("{}.{}@{}", course.id, run.id, self.host()));
        event.add_dtstamp(PartialDateTime::from_utc_timestamp(now.as_second()));
        let zone = || [ICalendarParameter::tzid(run.time_zone.clone())];
        event.add_property_with_params(ICalendarProperty::Dtstart, zone(), local(start));
        if let Some(end) = end {
            event.add_property_with_params(ICalendarProperty::Dtend, zone(), local(end));
        }
        event.add_property(
            ICalendarProperty::Rrule,
            ICalendarRecurrenceRule {
                freq: ICalendarFrequency::Weekly,
                count: Some(days),
                byday: run.weekdays.iter().map(|weekday| day(*weekday)).collect(),
                ..ICalendarRecurrenceRule::default()
            },
        );
        event.add_property(ICalendarProperty::Summary, course.name.get(self.language));
        event.add_property(ICalendarProperty::Description, description.join("\n\n"));
        event.add_property(ICalendarProperty::Url, Uri::Location(url));
        event
    }

    /// The host of the site, without a port.
    fn host(&self) -> &str {
        let (_, rest) = self.site.split_once("://").unwrap_or_default();
        rest.split([':', '/']).next().unwrap_or_default()
    }
}

/// The number of days of a run on its weekdays. At least one, because an event without a number would repeat for ever.
fn days(run: &CourseRun) -> u32 {
    let days = run.start.series(1.day()).take_while(|day| *day <= run.end);
    let days = days.filter(|day| run.weekdays.contains(&Weekday::of(*day))).count();
    u32::try_from(days).unwrap_or(u32::MAX).max(1)
}

/// A time of day in the time zone of the run.
fn local(time: DateTime) -> PartialDateTime {
    // The library takes the seconds since 1970 of a clock that shows this time.
    let seconds = TimeZone::UTC.to_timestamp(time).map_or(0, Timestamp::as_second);
    PartialDateTime::from_naive_timestamp(seconds)
}

const fn day(weekday: Weekday) -> ICalendarDay {
    let weekday = match weekday {
        Weekday::Monday => ICalendarWeekday::Monday,
        Weekday::Tuesday => ICalendarWeekday::Tuesday,
        Weekday::Wednesday => ICalendarWeekday::Wednesday,
        Weekday::Thursday => ICalendarWeekday::Thursday,
        Weekday::Friday => ICalendarWeekday::Friday,
        Weekday::Saturday => ICalendarWeekday::Saturday,
        Weekday::Sunday => ICalendarWeekday::Sunday,
    };
    ICalendarDay { ordwk: None, weekday }
}

#[cfg(test)]
mod tests {
    use super::*;
    use calcard::{Entry, Parser, common::timezone::Tz};
    use serde_json::{from_value, json};

    /// The file of [`course`] in a run in Paris, which the tests of the web app compare with theirs.
    const FILE: &str = include_str!("../../../../shared/data/calendar-file.ics");

    fn course() -> Course {
        let text = |text: &str| from_value(json!({"en": "-", "fr": text, "ar": "-"})).expect("texts");
        Course {
            id: "rust".to_owned().try_into().expect("an id"),
            course_type: domain::CourseType::Cpd,
            position: 1,
            name: text("Écrire ; et lire, « ensemble » \\ إدارة"),
            description: text(&format!(
                "Une description assez longue, {}fin.",
                "avec des accents é à ç, ".repeat(6)
            )),
            facts: domain::CourseFacts {
                sessions: Some(11),
                ..domain::CourseFacts::default()
            },
            enrollment_count: 0,
        }
    }

    fn run(time_zone: &str, start: &str, end: &str, weekdays: &[&str]) -> CourseRun {
        let run = json!({
            "id": "2027-spring", "start": start, "end": end, "weekdays": weekdays, "time": "10:00", "timeZone": time_zone, "places": 16,
        });
        from_value(run).expect("a run")
    }

    fn file(course: &Course, minutes: Option<u32>, run: &CourseRun) -> String {
        let sessions = Sessions {
            course,
            minutes,
            run,
            language: Language::French,
            site: "https://masar.example:8443",
        };
        let now = "2027-01-02T03:04:05Z".parse().expect("a time");
        let Attachment {
            name,
            media_type,
            content,
        } = sessions.calendar_file(now);
        assert_eq!((name.as_str(), media_type), ("rust-2027-spring.ics", "text/calendar"));
        content
    }

    /// When the sessions begin, in UTC.
    fn starts(file: &str) -> Vec<String> {
        let Entry::ICalendar(calendar) = Parser::new(file).entry() else {
            panic!("no calendar: {file}");
        };
        let expanded = calendar.expand_dates(Tz::Floating, 100);
        assert!(expanded.errors.is_empty(), "{:?}", expanded.errors);
        let starts = expanded.events.into_iter().map(|event| event.start.to_utc());
        let mut starts: Vec<_> = starts
            .map(|start| start.format("%Y-%m-%dT%H:%MZ").to_string())
            .collect();
        starts.sort();
        starts
    }

    #[test]
    fn writes_the_file_that_the_web_app_compares_with_its_own() {
        let run = run("Europe/Paris", "2027-03-27", "2027-06-12", &["saturday"]);
        let file = file(&course(), Some(120), &run);
        assert_eq!(file.replace("\r\n", "\n"), FILE);
        assert!(file.lines().all(|line| line.len() <= 75), "{file}");
        assert_eq!(file.matches("\r\n").count(), file.lines().count());
        let starts = starts(&file);
        assert_eq!(starts.len(), 12);
        assert_eq!(
            starts[..2],
            ["2027-03-27T09:00Z", "2027-04-03T08:00Z"],
            "the clocks change"
        );
    }

    #[test]
    fn repeats_on_several_weekdays() {
        let run = run("Africa/Algiers", "2027-03-28", "2027-04-06", &["sunday", "tuesday"]);
        let days = ["2027-03-28", "2027-03-30", "2027-04-04", "2027-04-06"];
        assert_eq!(
            starts(&file(&course(), None, &run)),
            days.map(|day| format!("{day}T09:00Z"))
        );
    }

    #[test]
    fn has_an_end_and_holidays_only_when_they_are_known() {
        let run = run("Africa/Algiers", "2027-03-27", "2027-06-12", &["saturday"]);
        let whole = file(&course(), Some(90), &run).replace("\r\n ", "");
        assert!(
            whole.contains("\r\nDTEND;TZID=Africa/Algiers:20270327T113000\r\n"),
            "{whole}"
        );
        assert!(whole.contains("jours fériés"), "{whole}");
        let mut course = course();
        course.facts.sessions = Some(12);
        let short = file(&course, None, &run).replace("\r\n ", "");
        assert!(!short.contains("DTEND"), "{short}");
        assert!(!short.contains("jours fériés"), "{short}");
    }
}

//! The calendar file of a run, which the API and emails have.

use calcard::{
    common::PartialDateTime,
    icalendar::{ICalendar, ICalendarComponent, ICalendarComponentType, ICalendarProperty, ICalendarStatus, Uri},
};
use domain::{Course, CourseDetails, CourseId, Language, Localized, RunId, RunSession};
use jiff::Timestamp;
use mail::{Attachment, brand};
use store::course_details::CountedRun;

/// The sessions of a run, for a calendar.
#[derive(Debug, Clone, Copy)]
pub struct RunCalendar<'a> {
    pub course: &'a Course,
    pub details: &'a CourseDetails,
    pub run: &'a CountedRun,
    pub language: Language,
    pub site: &'a str,
}

impl RunCalendar<'_> {
    /// Writes the file (RFC 5545): an entry for each session. The id of an entry stays and its sequence rises, so a calendar replaces the
    /// entry by that of a later file. Times are in UTC: an entry is at the instant that the pages show.
    pub fn file(&self) -> Attachment {
        match &self.run.cancelled {
            Some(cancellation) => self.file_for(cancellation.at, false),
            None => self.file_of(self.events(&self.run.sessions)),
        }
    }

    /// As [`Self::file`], for somebody who takes part, or no longer does, since that time. Of two files with the same sequence, a calendar
    /// believes the later one.
    pub fn file_for(&self, since: Timestamp, takes_part: bool) -> Attachment {
        self.file_of(self.events_for(since, takes_part))
    }

    /// As [`Self::file_for`], for somebody who has moved here from another run, whose entries it cancels.
    pub fn file_after_move(&self, from: Option<RunCalendar<'_>>, since: Timestamp) -> Attachment {
        let mut events = from.map_or_else(Vec::new, |from| from.events_for(since, false));
        events.extend(self.events_for(since, true));
        self.file_of(events)
    }

    fn events_for(&self, since: Timestamp, takes_part: bool) -> Vec<ICalendarComponent> {
        let sessions = self.run.sessions.iter().map(|session| RunSession {
            cancelled: session.cancelled || !takes_part,
            changed_at: session.changed_at.max(since),
            ..session.clone()
        });
        self.events(&sessions.collect::<Vec<_>>())
    }

    fn events(&self, sessions: &[RunSession]) -> Vec<ICalendarComponent> {
        sessions.iter().map(|session| self.event(session)).collect()
    }

    fn file_of(&self, events: Vec<ICalendarComponent>) -> Attachment {
        let mut root = ICalendarComponent::new(ICalendarComponentType::VCalendar);
        root.add_property(ICalendarProperty::Version, "2.0");
        root.add_property(
            ICalendarProperty::Prodid,
            format!("-//{}//{}//EN", brand(self.language), self.host()),
        );
        let mut components = vec![root];
        components.extend(events);
        let ids = 1..u32::try_from(components.len()).unwrap_or(u32::MAX);
        if let Some(root) = components.first_mut() {
            root.component_ids = ids.collect();
        }
        Attachment {
            name: format!("{}-{}.ics", self.course.id, self.run.run.id),
            media_type: "text/calendar",
            content: ICalendar { components }.to_string(),
        }
    }

    fn event(&self, session: &RunSession) -> ICalendarComponent {
        let name = self.course.name.get(self.language);
        let total = self.run.sessions.len();
        let join = self.join_url(session.number);
        let index = usize::try_from(session.number).unwrap_or_default().wrapping_sub(1);
        let topic = self.details.syllabus.get(index);
        let topic = topic
            .filter(|_| self.details.syllabus.len() == total)
            .map(|topic: &Localized| topic.get(self.language));
        let description: Vec<_> = topic.into_iter().chain([join.as_str()]).collect();

        let mut event = ICalendarComponent::new(ICalendarComponentType::VEvent);
        event.add_uid(&self.uid(session.number));
        event.add_dtstamp(utc(session.changed_at));
        event.add_property(ICalendarProperty::Dtstart, utc(session.starts_at));
        event.add_property(ICalendarProperty::Dtend, utc(session.ends_at()));
        event.add_property(ICalendarProperty::Sequence, i64::from(session.version));
        event.add_property(
            ICalendarProperty::Status,
            if session.cancelled {
                ICalendarStatus::Cancelled
            } else {
                ICalendarStatus::Confirmed
            },
        );
        event.add_property(
            ICalendarProperty::Summary,
            format!("{name} ({}/{total})", session.number),
        );
        event.add_property(ICalendarProperty::Description, description.join("\n\n"));
        event.add_property(ICalendarProperty::Location, join.as_str());
        event.add_property(ICalendarProperty::Url, Uri::Location(join));
        event
    }

    /// The first session has the id of the whole run, because files of version 1.1 had one entry that repeats each week: a calendar
    /// replaces it.
    fn uid(&self, number: u32) -> String {
        let (course, run, host) = (&self.course.id, &self.run.run.id, self.host());
        match number {
            1 => format!("{course}.{run}@{host}"),
            _ => format!("{course}.{run}.{number}@{host}"),
        }
    }

    fn join_url(&self, number: u32) -> String {
        let path = join_path(&self.course.id, &self.run.run.id, number);
        format!("{}{path}?lang={}", self.site, self.language.code())
    }

    /// The host of the site, without a port.
    fn host(&self) -> &str {
        let (_, rest) = self.site.split_once("://").unwrap_or_default();
        rest.split([':', '/']).next().unwrap_or_default()
    }
}

/// The path of the page that leads to the meeting of a session.
pub fn join_path(course: &CourseId, run: &RunId, number: u32) -> String {
    format!("/join/{course}/{run}/{number}")
}

fn utc(time: Timestamp) -> PartialDateTime {
    PartialDateTime::from_utc_timestamp(time.as_second())
}

//! `ops requests accept`.

use app::run_calendar::RunCalendar;
use domain::{CourseRun, PlaceRequestState};
use mail::{MailTemplate, Price};
use platform::clock;
use store::{
    audit::Action,
    course_details::{CountedRun, CourseDetailsTable},
    payments::{EnrolOutcome, Enrolment, Paid, PlaceItems},
    place_requests::PlaceRequest,
};

use super::{Decided, Opened, RequestsError, Selected};
use crate::{
    enrol::{Payment, enrolment_items},
    output::Output,
    stack::{StackError, UserSelector},
    users::UserSummary,
};

/// Enrols the user: writes the payment, the course's enrolment count, the place of the run, the decision and the audit record in one
/// transaction. Then sends the email.
///
/// A request that is already accepted keeps its enrolment. Only the email is sent again.
pub(super) async fn run(selected: Selected, payment: &Payment) -> Result<Output, RequestsError> {
    let paid = payment.paid()?;
    let opened = Opened::open(selected).await?;
    let again = match opened.request.state {
        PlaceRequestState::Pending => false,
        PlaceRequestState::Accepted => true,
        PlaceRequestState::Declined => return Err(RequestsError::Decided(PlaceRequestState::Declined)),
    };
    let counted = open_run(&opened, again).await?;
    let run = &counted.run;
    let (accepted, enrolment) = if again {
        (opened.request.clone(), stored_enrolment(&opened).await?)
    } else {
        (accepted_now(&opened.request, run), new_enrolment(&opened, paid))
    };
    let course = opened.course().await?;
    let details = opened.stack.table(CourseDetailsTable::new, "course-details");
    let details = details.get(&course.id).await.map_err(StackError::from)?.details;
    let mail = MailTemplate::PlaceAccepted {
        course: course.name.get(opened.user.language).to_owned(),
        start: run.start,
        time: run.time,
        time_zone: run.time_zone.clone(),
        price: enrolment.paid.as_ref().map(|paid| Price {
            amount: paid.amount.clone(),
            currency: paid.currency.clone(),
            country: opened.user.profile.country.clone(),
        }),
    };
    if !opened.dry_run {
        let mailer = opened.stack.mailer().await?;
        if !again {
            enrol(&opened, &accepted, &enrolment).await?;
        }
        let calendar = RunCalendar {
            course: &course,
            details: &details,
            run: &counted,
            language: opened.user.language,
            site: mailer.site(),
        };
        let calendar_file = calendar.file();
        let sent = mailer.try_send_with(&opened.user, &mail, calendar_file).await;
        sent.map_err(|error| RequestsError::MailNotSent(error.to_string()))?;
    }
    Ok(Box::new(Decided {
        dry_run: opened.dry_run,
        again,
        request: accepted,
        user: UserSummary::of(&opened.user),
    }))
}

/// The request, accepted, with the current dates of the run: it may have been postponed since the user asked for it.
fn accepted_now(request: &PlaceRequest, run: &CourseRun) -> PlaceRequest {
    let current = PlaceRequest {
        start: run.start,
        end: run.end,
        ..request.clone()
    };
    current.decided(PlaceRequestState::Accepted, None)
}

fn new_enrolment(opened: &Opened, paid: Option<Paid>) -> Enrolment {
    Enrolment {
        course_id: opened.request.course_id.clone(),
        paid,
        paid_at: clock::now(),
    }
}

/// The run, if it has a place for the user.
async fn open_run(opened: &Opened, again: bool) -> Result<CountedRun, RequestsError> {
    let PlaceRequest { course_id, run_id, .. } = &opened.request;
    let details = opened.stack.table(CourseDetailsTable::new, "course-details");
    let counted = details.find_run(course_id, run_id).await.map_err(StackError::from)?;
    let counted = counted.ok_or_else(|| RequestsError::RunNotFound(run_id.clone()))?;
    if counted.run.has_ended(clock::now()) {
        return Err(RequestsError::RunEnded(run_id.clone()));
    }
    if counted.is_full() && !again {
        return Err(RequestsError::RunFull(run_id.clone()));
    }
    Ok(counted)
}

async fn stored_enrolment(opened: &Opened) -> Result<Enrolment, RequestsError> {
    let enrolments = opened.stack.payments().of_user(&opened.user.user_id).await;
    let mut enrolments = enrolments.map_err(StackError::from)?.into_iter();
    let enrolment = enrolments.find(|enrolment| enrolment.course_id == opened.request.course_id);
    // Another operator removes it at this moment.
    enrolment.ok_or(RequestsError::ConcurrentChange)
}

async fn enrol(opened: &Opened, accepted: &PlaceRequest, enrolment: &Enrolment) -> Result<(), RequestsError> {
    let Opened {
        stack, user, request, ..
    } = opened;
    let (id, course, run) = (&user.user_id, &accepted.course_id, &accepted.run_id);
    let action = Action::RequestAccept {
        course: course.clone(),
        run: run.clone(),
    };
    let details = stack.table(CourseDetailsTable::new, "course-details");
    let requests = stack.place_requests();
    let place = PlaceItems {
        request: requests
            .replace_item(Some(request), accepted)
            .map_err(StackError::from)?,
        run: Some(details.take_place_item(course, run).map_err(StackError::from)?),
    };
    let items = enrolment_items(stack, id, course, action, Some(place)).await?;
    let enrolled = stack.payments().enrol(id, enrolment, items).await;
    match enrolled.map_err(StackError::from)? {
        EnrolOutcome::Enrolled => Ok(()),
        EnrolOutcome::AlreadyEnrolled => Err(RequestsError::AlreadyEnrolled(course.clone())),
        EnrolOutcome::NoCourse => Err(RequestsError::CourseNotFound(course.clone())),
        EnrolOutcome::NoUser => Err(StackError::UserNotFound(UserSelector::Id(id.clone())).into()),
        EnrolOutcome::RequestChanged => Err(RequestsError::ConcurrentChange),
        EnrolOutcome::NoPlace => Err(RequestsError::RunFull(run.clone())),
    }
}

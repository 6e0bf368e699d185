//! `ops requests decline`.

use domain::PlaceRequestState;
use mail::MailTemplate;
use store::audit::Action;

use super::{Decided, Opened, RequestsError, Selected};
use crate::{output::Output, stack::StackError, users::UserSummary};

/// Writes the decision and the audit record in one transaction. Then sends the email.
pub(super) async fn run(selected: Selected, reason: String) -> Result<Output, RequestsError> {
    let opened = Opened::open(selected).await?;
    let Opened {
        stack, user, request, ..
    } = &opened;
    let again = request.state == PlaceRequestState::Declined && request.reason.as_ref() == Some(&reason);
    if request.state != PlaceRequestState::Pending && !again {
        return Err(RequestsError::Decided(request.state));
    }
    let mail = MailTemplate::PlaceDeclined {
        course: opened.course().await?.name.get(user.language).to_owned(),
        reason: reason.clone(),
    };
    let declined = if again {
        request.clone()
    } else {
        request.clone().decided(PlaceRequestState::Declined, Some(reason))
    };
    if !opened.dry_run {
        let mailer = stack.mailer().await?;
        if !again {
            let action = Action::RequestDecline {
                course: request.course_id.clone(),
                run: request.run_id.clone(),
            };
            let record = stack.audit_record(Some(&user.user_id), action).await?;
            let record = stack.audit().record_item(&record).map_err(StackError::from)?;
            let written = stack.place_requests().decline(request, &declined, record).await;
            if !written.map_err(StackError::from)? {
                return Err(RequestsError::ConcurrentChange);
            }
        }
        let sent = mailer.try_send(user, &mail).await;
        sent.map_err(|error| RequestsError::MailNotSent(error.to_string()))?;
    }
    Ok(Box::new(Decided {
        dry_run: opened.dry_run,
        again,
        request: declined,
        user: UserSummary::of(user),
    }))
}

import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '#entities/action/useAction.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { languageOf } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { hasCode } from '#lib/apiError.ts';
import { DialogForm } from '../kit/FormDialog.tsx';
import { decide, type Application, type Decision } from './api.ts';

/** What was decided, if somebody else has not decided otherwise. */
export type DecisionResult = Decision['decision'] | 'conflict';

interface DecisionDialogProps {
  application: Application;
  decision: Decision['decision'];
  onClose: (result?: DecisionResult) => void;
}

const templates = ['cv', 'experience', 'subject', 'video'] as const;
const REASON_MAX = 1000;

/** Confirms a decision, beside the email that the teacher gets. */
export function DecisionDialog({ application, decision, onClose }: DecisionDialogProps) {
  const { t } = useTranslation('staffApplications');
  const errorMessage = useErrorMessage();
  // The page fetches it again after a failure, and a repetition is about what was read before.
  const [read] = useState(application);
  const lang = useLanguage().code;
  const [reason, setReason] = useState('');
  const isDecline = decision === 'decline';
  const save = useAction((made: Decision) => decide(lang, read, made), {
    onDone: () => {
      onClose(decision);
    },
    onFailed: (failure) => {
      if (hasCode(failure, 'conflict')) {
        onClose('conflict');
      }
    },
  });
  return (
    <DialogForm
      action={t(`${decision}.submit`)}
      failure={save.error && <div>{errorMessage(save.error)}</div>}
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(isDecline ? { decision, reason } : { decision });
      }}
      title={t(`${decision}.title`)}
    >
      {isDecline && (
        <Reason language={application.language} reason={reason} setReason={setReason} />
      )}
      <Preview application={application} decision={decision} reason={reason} />
    </DialogForm>
  );
}

interface ReasonProps {
  language: Application['language'];
  reason: string;
  setReason: (reason: string) => void;
}

/** The reason, which a template in the language of the teacher can begin. */
function Reason({ language, reason, setReason }: ReasonProps) {
  const { t, i18n } = useTranslation('staffApplications');
  const inLanguage = i18n.getFixedT(language, 'staffApplications');
  const { direction, ownName } = languageOf(language);
  return (
    <>
      <TextField
        label={t('decline.template')}
        onChange={({ target }) => {
          const template = templates.find((known) => known === target.value);
          if (template) {
            setReason(inLanguage(`templates.${template}.text`));
          }
        }}
        select
        slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      >
        <option value="">{t('decline.noTemplate')}</option>
        {templates.map((template) => (
          <option key={template} value={template}>
            {t(`templates.${template}.label`)}
          </option>
        ))}
      </TextField>
      <TextField
        helperText={t('decline.reasonHint', { language: ownName })}
        label={t('decline.reason')}
        minRows={3}
        multiline
        onChange={({ target }) => {
          setReason(target.value);
        }}
        required
        slotProps={{ htmlInput: { dir: direction, lang: language, maxLength: REASON_MAX } }}
        value={reason}
      />
    </>
  );
}

/** The email in the language of the teacher. */
function Preview({
  application,
  decision,
  reason,
}: Omit<DecisionDialogProps, 'onClose'> & { reason: string }) {
  const { t } = useTranslation('staffApplications');
  const { subject, text } = application.emails[decision];
  const { code, direction, ownName } = languageOf(application.language);
  return (
    <section aria-label={t('preview.title')}>
      <Typography component="p" gutterBottom variant="subtitle2">
        {t('preview.heading', { language: ownName })}
      </Typography>
      <Typography
        component="blockquote"
        dir={direction}
        lang={code}
        sx={{
          borderInlineStart: 4,
          borderColor: 'divider',
          margin: 0,
          paddingInlineStart: 2,
          whiteSpace: 'pre-line',
          overflowWrap: 'anywhere',
        }}
        variant="body2"
      >
        <strong>{subject}</strong>
        <br />
        <span>{text.replace('{reason}', () => reason.trim() || '…')}</span>
      </Typography>
    </section>
  );
}

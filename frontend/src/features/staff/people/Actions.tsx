import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirmedAction } from '#entities/action/useAction.ts';
import { useCurrentUser } from '#entities/user/currentUser.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { isolatedName } from '#i18n/isolate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { hasCode } from '#lib/apiError.ts';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx';
import { useToday } from '../api.ts';
import { act, type Person, type PersonAction } from './api.ts';

/** What staff can do now, each with a question that says what happens. */
export function Actions({ person }: { person: Person }) {
  const { t } = useTranslation('staffPeople');
  const lang = useLanguage().code;
  const errorMessage = useErrorMessage();
  const [result, setResult] = useState<PersonAction | Error>();
  const action = useConfirmedAction((chosen: PersonAction) => act(lang, person, chosen), {
    onDone: (_, chosen) => {
      setResult(chosen);
    },
    onFailed: setResult,
  });
  const refusal = useRefusal(person);
  const isConflict = hasCode(result, 'conflict');
  const asked = action.asked ?? 'block';
  const values = { name: isolatedName(person.fullname) };
  return (
    <>
      {refusal ? (
        <Alert severity="info">{t(refusal)}</Alert>
      ) : (
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
          {possible(person).map((known) => (
            <Button
              key={known}
              onClick={() => {
                setResult(undefined);
                action.ask(known);
              }}
              variant="outlined"
            >
              {t(`actions.${known}.open`)}
            </Button>
          ))}
        </Stack>
      )}
      <div role="status">
        {result instanceof Error ? (
          <Alert severity="warning">{isConflict ? t('conflict') : errorMessage(result)}</Alert>
        ) : (
          result && <Alert severity="success">{t(`actions.${result}.done`)}</Alert>
        )}
      </div>
      <ConfirmDialog
        {...action.dialog}
        cancelLabel={t('cancel')}
        confirmLabel={t(`actions.${asked}.open`)}
        danger={asked === 'block'}
        title={t(`actions.${asked}.title`, values)}
      >
        <p>{t(`actions.${asked}.text`)}</p>
      </ConfirmDialog>
    </>
  );
}

function possible({ blocked, verified, rejected, sessions }: Person): PersonAction[] {
  const all: [PersonAction, boolean][] = [
    ['resend_verification', !verified && !rejected && !blocked],
    ['end_sessions', sessions.count > 0],
    ['block', !blocked],
    ['unblock', blocked],
  ];
  return all.filter(([, isPossible]) => isPossible).map(([action]) => action);
}

/** Why the member can do nothing here. The server says the same. */
function useRefusal({ _id, staff }: Person) {
  const me = useCurrentUser();
  const roles = useToday().data?.roles ?? [];
  if (me.data?.user._id === _id) {
    return 'own';
  }
  return staff.length > 0 && !roles.includes('owner') ? 'ownersOnly' : undefined;
}

import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Facts } from '../kit/Facts.tsx';
import { Part } from '../kit/Part.tsx';
import type { Meeting, Run } from './api.ts';
import { MeetingDialog } from './MeetingDialog.tsx';

/** How one takes part in the sessions of a run that have no meeting of their own. */
export function MeetingPart({ run, canChange }: { run: Run; canChange: boolean }) {
  const { t } = useTranslation('staffRuns');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Part title={t('meeting.title')}>
      <Stack spacing={2}>
        {run.meeting ? (
          <MeetingFacts meeting={run.meeting} />
        ) : (
          <Typography color="text.secondary">{t('meeting.none')}</Typography>
        )}
        {canChange && (
          <Button
            onClick={() => {
              setIsOpen(true);
            }}
            sx={{ alignSelf: 'flex-start' }}
            variant="outlined"
          >
            {t('meeting.change')}
          </Button>
        )}
      </Stack>
      {isOpen && (
        <MeetingDialog
          onClose={() => {
            setIsOpen(false);
          }}
          run={run}
        />
      )}
    </Part>
  );
}

export function MeetingFacts({ meeting: { url, dialIn, address } }: { meeting: Meeting }) {
  const { t } = useTranslation('staffRuns');
  return (
    <Facts
      facts={[
        [
          t('meeting.url'),
          url && (
            <a dir="ltr" href={url} rel="noreferrer" target="_blank">
              {url}
            </a>
          ),
        ],
        [t('meeting.dialIn'), dialIn && <bdi>{dialIn}</bdi>],
        [t('meeting.address'), address && <bdi>{address}</bdi>],
      ]}
    />
  );
}

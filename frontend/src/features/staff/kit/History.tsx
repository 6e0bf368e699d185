import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { components } from '#api/schema.d.ts';
import { Moment } from './Moment.tsx';
import { Part } from './Part.tsx';

type Entry = components['schemas']['StaffHistory'][number];

/** The actions that have a text of their own. Others are shown as the audit log has them. */
const kinds = [
  'teacher_approve',
  'teacher_decline',
  'account_block',
  'account_unblock',
  'account_export',
  'sessions_end',
  'staff_change',
  'verification_resend',
] as const;

const isKnown = (kind: string): kind is (typeof kinds)[number] =>
  kinds.some((known) => known === kind);

/** What staff and operators did about somebody, the latest first. */
export function History({ entries }: { entries: Entry[] }) {
  const { t } = useTranslation('staff');
  return (
    <Part title={t('history.title')}>
      {entries.length === 0 ? (
        <Typography color="text.secondary">{t('history.empty')}</Typography>
      ) : (
        <List dense disablePadding>
          {entries.map(({ at, by, kind, action }) => (
            <ListItem
              disableGutters
              key={at + action}
              sx={{ display: 'block', overflowWrap: 'anywhere' }}
            >
              {isKnown(kind) ? <span>{t(`history.${kind}`)}</span> : <bdi dir="ltr">{action}</bdi>}
              <Typography color="text.secondary" variant="body2">
                <bdi>{by ?? t('history.operator')}</bdi>
                <span>{' · '}</span>
                <Moment time={at} />
              </Typography>
            </ListItem>
          ))}
        </List>
      )}
    </Part>
  );
}

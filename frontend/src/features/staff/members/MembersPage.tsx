import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMembers, type StaffMember } from '../api.ts';
import { DataTable } from '../kit/DataTable.tsx';
import { PageTitle, QueryState } from '../kit/page.tsx';
import { RolesDialog, type Granted } from './RolesDialog.tsx';

/** Who has which role. */
export function MembersPage() {
  const { t } = useTranslation('staff');
  const query = useMembers();
  const [edited, setEdited] = useState<StaffMember | 'new'>();
  const [granted, setGranted] = useState<Granted>();
  return (
    <>
      <PageTitle title={t('pages.members')}>
        <Button
          onClick={() => {
            setEdited('new');
          }}
          variant="contained"
        >
          {t('members.add')}
        </Button>
      </PageTitle>
      <div role="status">
        {granted?.code && (
          <Alert severity="success" sx={{ marginBlockEnd: 2 }}>
            <p>{t('members.code', { name: granted.name })}</p>
            <p>
              <bdi dir="ltr">
                <strong>{granted.code}</strong>
              </bdi>
            </p>
          </Alert>
        )}
      </div>
      {query.data ? (
        <DataTable
          columns={[
            { id: 'name', label: t('members.name'), cell: ({ fullname }) => <bdi>{fullname}</bdi> },
            {
              id: 'email',
              label: t('members.email'),
              cell: ({ email }) => <bdi dir="ltr">{email}</bdi>,
            },
            { id: 'roles', label: t('members.roles'), cell: (member) => <Roles member={member} /> },
            {
              id: 'edit',
              label: t('members.actions'),
              cell: (member) => (
                <Button
                  onClick={() => {
                    setEdited(member);
                  }}
                  size="small"
                >
                  {t('change')}
                </Button>
              ),
            },
          ]}
          empty={t('members.empty')}
          label={t('pages.members')}
          rowKey={({ _id }) => _id}
          rows={query.data}
        />
      ) : (
        <QueryState query={query} title={t('pages.members')} />
      )}
      {edited && (
        <RolesDialog
          member={edited === 'new' ? undefined : edited}
          onClose={(result) => {
            setEdited(undefined);
            setGranted(result ?? granted);
          }}
        />
      )}
    </>
  );
}

function Roles({ member: { roles, passkeys, hasCode } }: { member: StaffMember }) {
  const { t } = useTranslation('staff');
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
      {roles.map((role) => (
        <Chip key={role} label={t(`roles.${role}`)} size="small" />
      ))}
      {passkeys === 0 && (
        <Chip
          label={t(hasCode ? 'members.codeWaits' : 'members.codeExpired')}
          size="small"
          variant="outlined"
        />
      )}
    </Stack>
  );
}

import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { useAudit, useMembers } from '../api.ts';
import { DataTable } from '../kit/DataTable.tsx';
import { Moment } from '../kit/parts.tsx';
import { PageTitle, QueryState, useSearch } from '../kit/page.tsx';

const thisMonth = () => new Date().toISOString().slice(0, 7);

/** What staff and operators did, month by month. */
export function AuditPage() {
  const { t } = useTranslation('staff');
  const [search, setSearch] = useSearch();
  const month = search.get('month') ?? thisMonth();
  const query = useAudit(month);
  const members = useMembers().data ?? [];
  const nameOf = (operator: string) =>
    members.find(({ _id }) => operator === `user:${_id}`)?.fullname ?? operator;
  const records = query.data?.pages.flatMap((page) => page.records);
  return (
    <>
      <PageTitle title={t('pages.audit')}>
        <TextField
          label={t('audit.month')}
          onChange={({ target }) => {
            if (target.value) {
              setSearch({ month: target.value });
            }
          }}
          size="small"
          slotProps={{ htmlInput: { max: thisMonth() }, inputLabel: { shrink: true } }}
          type="month"
          value={month}
        />
      </PageTitle>
      {records ? (
        <DataTable
          columns={[
            { id: 'at', label: t('audit.at'), cell: ({ at }) => <Moment time={at} /> },
            {
              id: 'who',
              label: t('audit.who'),
              cell: ({ operator }) => <bdi>{nameOf(operator)}</bdi>,
            },
            {
              id: 'what',
              label: t('audit.what'),
              cell: ({ action, subject }) => (
                <span dir="ltr">{subject ? `${action} · ${subject}` : action}</span>
              ),
            },
          ]}
          empty={t('audit.empty')}
          label={t('pages.audit')}
          query={query}
          rowKey={({ at, operator, action, subject = '' }) => at + operator + action + subject}
          rows={records}
        />
      ) : (
        <QueryState query={query} title={t('pages.audit')} />
      )}
    </>
  );
}

import InputAdornment from '@mui/material/InputAdornment';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDays } from '#entities/my-courses/amounts.tsx';
import { useLanguage } from '#i18n/useLanguage.ts';
import { PaymentDocument } from '#entities/my-courses/PaymentDocument.tsx';
import { TextLink } from '#ui/Link.tsx';
import { PlaceDetail } from './PlaceDetail.tsx';
import { DataTable } from '../kit/DataTable.tsx';
import { PageTitle, QueryState, QueryPage } from '../kit/page.tsx';
import { usePlaces, useProforma, usePlaceFilter, waitingStates } from './api.ts';
import { usePlaceColumns } from './usePlaceColumns.tsx';

/** The places of learners: a list, or below it the place of a user in a course, or its proforma. */
export function PlacesPage({ path }: { path: string }) {
  const [user, course, page] = path.split('/');
  if (!user || !course) {
    return <PlaceList />;
  }
  return page === 'proforma' ? (
    <ProformaPage course={course} user={user} />
  ) : (
    <PlaceDetail course={course} key={path} user={user} />
  );
}

/** Places that wait, those of a run, or what a payment or an email address names. */
export function PlaceList() {
  const { t } = useTranslation(['staffPlaces', 'staff']);
  const lang = useLanguage().code;
  const days = useDays();
  const { filter, search, setFilter } = usePlaceFilter();
  const query = usePlaces(lang, filter);
  const places = query.data?.pages.flatMap((page) => page.places);
  const { name, state, asked, price, refund } = usePlaceColumns(search);
  return (
    <>
      <PageTitle title={t('staff:pages.places')} />
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 2, marginBlockEnd: 2 }}>
        <ToggleButtonGroup
          aria-label={t('filter.state')}
          exclusive
          onChange={(_, state: (typeof waitingStates)[number] | null) => {
            if (state) {
              setFilter({ state });
            }
          }}
          size="small"
          sx={{ flexWrap: 'wrap' }}
          value={filter.state ?? null}
        >
          {waitingStates.map((state) => (
            <ToggleButton key={state} value={state}>
              {t(`filter.${state}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <Find
          asked={filter.q ?? ''}
          onFind={(q) => {
            setFilter(q ? { q } : { state: 'requested' });
          }}
        />
      </Stack>
      {places ? (
        <DataTable
          columns={[
            name,
            { id: 'course', label: t('course'), cell: ({ course }) => course.name },
            { id: 'start', label: t('start'), cell: ({ start }) => days(start) },
            state,
            asked,
            filter.state === 'refund' ? refund : price,
          ]}
          empty={t('empty')}
          label={t('staff:pages.places')}
          query={query}
          rowKey={({ user, course, requestedAt }) => `${user?._id} ${course._id} ${requestedAt}`}
          rows={places}
        />
      ) : (
        <QueryState query={query} title={t('staff:pages.places')} />
      )}
    </>
  );
}

/** Finds by what a payment names, or by an email address. */
function Find({ asked, onFind }: { asked: string; onFind: (q: string) => void }) {
  const { t } = useTranslation('staffPlaces');
  const [text, setText] = useState(asked);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onFind(text.trim());
      }}
      role="search"
    >
      <TextField
        label={t('filter.find')}
        onChange={({ target }) => {
          setText(target.value);
        }}
        size="small"
        slotProps={{
          htmlInput: { dir: 'ltr' },
          input: {
            endAdornment: (
              <InputAdornment position="end">
                <Button size="small" type="submit">
                  {t('filter.go')}
                </Button>
              </InputAdornment>
            ),
          },
        }}
        value={text}
      />
    </form>
  );
}

/** What is still to pay for a place, and for those with the same payer in its run, to print in the language of the page. */
export function ProformaPage({ user, course }: { user: string; course: string }) {
  const { t } = useTranslation(['staffPlaces', 'myPlace']);
  const title = t('myPlace:receipt.kinds.proforma');
  const query = useProforma(useLanguage().code, { user, course });
  return (
    <>
      <TextLink to={`/staff/places/${user}/${course}`}>{t('place')}</TextLink>
      <QueryPage
        page={(data) => (
          <>
            <PageTitle title={title} />
            <Stack spacing={2}>
              <PaymentDocument data={data} />
              <Button
                onClick={() => {
                  window.print();
                }}
                sx={{ alignSelf: 'start' }}
                variant="contained"
              >
                {t('myPlace:receipt.print')}
              </Button>
            </Stack>
          </>
        )}
        query={query}
        title={title}
      />
    </>
  );
}

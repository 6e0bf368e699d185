import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { ignore, useAction } from '#entities/action/useAction.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { hasCode } from '#lib/apiError.ts';
import { PageTitle } from '../kit/page.tsx';
import { findPerson } from './api.ts';
import { PersonView } from './PersonView.tsx';

/** People: the search, and below it one person. */
export function PeoplePage({ path }: { path: string }) {
  return path ? <PersonView id={path} key={path} /> : <Search />;
}

/** Finds one person. The URL of their page has the id alone: an email address does not belong into histories. */
function Search() {
  const { t } = useTranslation('staffPeople');
  const lang = useLanguage().code;
  const navigate = useNavigate();
  const errorMessage = useErrorMessage();
  const [query, setQuery] = useState('');
  const find = useAction((searched: string) => findPerson(lang, searched), {
    onDone: (id) => {
      if (id) {
        void navigate(`/staff/people/${id}`);
      }
    },
    onFailed: ignore,
  });
  const isFormWrong = hasCode(find.error, 'email_invalid');
  return (
    <>
      <PageTitle title={t('title')} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          find.mutate(query.trim());
        }}
        role="search"
      >
        <Stack
          direction={{ xs: 'column', sm: 'row' }}
          spacing={2}
          sx={{ alignItems: { sm: 'flex-start' } }}
        >
          <TextField
            error={isFormWrong}
            fullWidth
            helperText={t('search.hint')}
            label={t('search.label')}
            onChange={({ target }) => {
              setQuery(target.value);
              find.reset();
            }}
            required
            slotProps={{ htmlInput: { dir: 'ltr', inputMode: 'email', autoComplete: 'off' } }}
            value={query}
          />
          <Button
            loading={find.isPending}
            size="large"
            sx={{ flexShrink: 0 }}
            type="submit"
            variant="contained"
          >
            {t('search.submit')}
          </Button>
        </Stack>
      </form>
      <div role="status">
        {find.isSuccess && !find.data && <Alert severity="info">{t('search.nobody')}</Alert>}
        {find.error && (
          <Alert severity="warning">
            {isFormWrong ? t('search.incomplete') : errorMessage(find.error)}
          </Alert>
        )}
      </div>
    </>
  );
}

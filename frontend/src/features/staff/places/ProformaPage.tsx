import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useTranslation } from 'react-i18next';
import { PaymentDocument } from '#entities/my-courses/PaymentDocument.tsx';
import { useLanguage } from '#i18n/useLanguage.ts';
import { TextLink } from '#ui/Link.tsx';
import { PageTitle } from '../kit/PageTitle.tsx';
import { QueryPage } from '../kit/QueryPage.tsx';
import { useProforma } from './api.ts';

/** What is still to pay for a place, and for those with the same payer in its run, to print in the language of the page. */
export function ProformaPage({ user, course }: { user: string; course: string }) {
  const { t } = useTranslation(['staffPlaces', 'myPlace']);
  const title = t('myPlace:receipt.kinds.proforma');
  const query = useProforma(useLanguage().code, { user, course });
  return (
    <>
      <TextLink to={`/staff/places/${user}/${course}`}>{t('place')}</TextLink>
      <QueryPage query={query} title={title}>
        {(data) => (
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
      </QueryPage>
    </>
  );
}

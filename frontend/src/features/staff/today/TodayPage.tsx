import Alert from '@mui/material/Alert';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import CardContent from '@mui/material/CardContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link } from '#ui/Link.tsx';
import { useToday, hasRole } from '../api.ts';
import { PageTitle, QueryState } from '../kit/page.tsx';
import { Moment } from '../kit/parts.tsx';
import { pages } from '../pages.ts';

/** What waits, and the page that shows it. */
const queues = [
  { id: 'applications', path: 'applications', search: '' },
  { id: 'requested', path: 'places', search: '?state=requested' },
  { id: 'waiting', path: 'places', search: '?state=waiting' },
  { id: 'offered', path: 'places', search: '?state=offered' },
  { id: 'proofs', path: 'places', search: '?state=offered' },
  { id: 'refunds', path: 'places', search: '?state=refund' },
] as const;

/** What waits for staff, with since when. */
export function TodayPage() {
  const { t } = useTranslation('staff');
  const query = useToday();
  return (
    <>
      <PageTitle title={t('pages.today')} />
      {query.data ? (
        <>
          {!query.data.saysHowToPay && (
            <Alert severity="warning" sx={{ marginBlockEnd: 2 }}>
              {t('today.noPaymentInstructions')}
            </Alert>
          )}
          <Stack component="ul" spacing={1.5} sx={{ listStyle: 'none', padding: 0 }}>
            {queues.map(({ id, path, search }) => {
              const { count, oldest } = query.data[id];
              const page = pages.find((known) => known.path === path);
              const content = (
                <CardContent>
                  <Typography>{t(`today.${id}`, { count })}</Typography>
                  {oldest && (
                    <Typography color="text.secondary" variant="body2">
                      <span>{t('today.oldest')}</span> <Moment time={oldest} />
                    </Typography>
                  )}
                </CardContent>
              );
              return (
                <Card component="li" key={id} variant="outlined">
                  {page && hasRole(query.data.roles, page.roles) ? (
                    <CardActionArea component={Link} to={`/staff/${path}${search}`}>
                      {content}
                    </CardActionArea>
                  ) : (
                    content
                  )}
                </Card>
              );
            })}
          </Stack>
        </>
      ) : (
        <QueryState query={query} title={t('pages.today')} />
      )}
    </>
  );
}

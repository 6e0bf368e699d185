import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import CardContent from '@mui/material/CardContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link } from '#ui/Link.tsx';
import { useToday } from '../api.ts';
import { PageTitle } from '../kit/PageTitle.tsx';
import { Moment } from '../kit/Moment.tsx';
import { QueryState } from '../kit/QueryState.tsx';

const queues = ['requested', 'waiting', 'offered'] as const;

/** What waits for staff, with since when. */
export function TodayPage() {
  const { t } = useTranslation('staff');
  const query = useToday();
  return (
    <>
      <PageTitle title={t('pages.today')} />
      {query.data ? (
        <Stack component="ul" spacing={1.5} sx={{ listStyle: 'none', padding: 0 }}>
          {queues.map((queue) => {
            const { count, oldest } = query.data[queue];
            return (
              <Card component="li" key={queue} variant="outlined">
                <CardActionArea component={Link} to={`/staff/places?state=${queue}`}>
                  <CardContent>
                    <Typography>{t(`today.${queue}`, { count })}</Typography>
                    {oldest && (
                      <Typography color="text.secondary" variant="body2">
                        <span>{t('today.oldest')}</span> <Moment time={oldest} />
                      </Typography>
                    )}
                  </CardContent>
                </CardActionArea>
              </Card>
            );
          })}
        </Stack>
      ) : (
        <QueryState query={query} title={t('pages.today')} />
      )}
    </>
  );
}

import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import Stack from '@mui/material/Stack';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { MuiProvider } from '#theme/MuiProvider.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import { Link } from '#ui/Link.tsx';
import { PlainScreen } from '#ui/ScreenTitle.tsx';
import { hasCode } from '#lib/apiError.ts';
import { useToday, hasRole } from './api.ts';
import { QueryState } from './kit/page.tsx';
import { pages } from './pages.ts';
import { StaffSignIn } from './StaffSignIn.tsx';

/** The pages of staff. What a member may not use is not in the navigation, and the server refuses it. */
export function StaffScreen() {
  const path = useParams()['*']?.replace(/\/$/, '') ?? '';
  const today = useToday();
  const { t } = useTranslation('staff');
  if (hasCode(today.error, 'forbidden')) {
    return (
      <PlainScreen message={t('refused.message')} title={t('refused.title')}>
        <ButtonLink to="/">{t('refused.home')}</ButtonLink>
      </PlainScreen>
    );
  }
  return (
    <MuiProvider>
      <Container maxWidth="lg" sx={{ paddingBlock: 3 }}>
        {today.data ? (
          <Pages path={path} roles={today.data.roles} />
        ) : (
          <QueryState query={today} title={t('title')} />
        )}
        <StaffSignIn />
      </Container>
    </MuiProvider>
  );
}

function Pages({ path, roles }: { path: string; roles: Parameters<typeof hasRole>[0] }) {
  const { t } = useTranslation('staff');
  const [first = ''] = path.split('/');
  const allowed = pages.filter((page) => hasRole(roles, page.roles));
  const current = allowed.find((page) => page.path === first);
  return (
    <>
      <nav aria-label={t('title')}>
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, marginBlockEnd: 2 }}>
          {allowed.map(({ id, path: to }) => (
            <Button
              aria-current={id === current?.id ? 'page' : undefined}
              component={Link}
              key={id}
              size="small"
              to={to ? `/staff/${to}` : '/staff'}
              variant={id === current?.id ? 'contained' : 'text'}
            >
              {t(`pages.${id}`)}
            </Button>
          ))}
        </Stack>
      </nav>
      {current ? (
        <current.Page path={path.slice(first.length + 1)} />
      ) : (
        <PlainScreen message={t('noPage.message')} title={t('noPage.title')}>
          <ButtonLink to="/staff">{t('pages.today')}</ButtonLink>
        </PlainScreen>
      )}
    </>
  );
}

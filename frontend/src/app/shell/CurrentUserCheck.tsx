import { Fragment, Suspense, useEffect, useState, type ReactNode, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { regions } from '@shared/data/arabic-months.json';
import { getAccessToken, useAccessToken } from '#api/accessToken.ts';
import { logOut } from '#entities/session/session.ts';
import {
  followAccessToken,
  removeOtherUsers,
  useCurrentUser,
  ownerOf,
} from '#entities/user/currentUser.ts';
import { Button } from '#ui/Button.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { NoNotice } from '#ui/lazy/loadFailures.tsx';
import { Notice, useQueryFailure } from '#ui/Notice.tsx';
import { intlFormat } from '#i18n/intlFormat.ts';
import { writeDatesAsIn, writeDatesForVisitor } from '#i18n/readerCountry.ts';
import { SessionLoading } from './SessionLoading.tsx';
import styles from './Shell.module.css';

/** When it cannot be loaded, the user is asked on the next visit. */
const ConsentQuestion = lazyComponent(
  async () => (await import('./ConsentQuestion.tsx')).ConsentQuestion,
  { translations: ['consent', 'logout'], Failed: NoNotice },
);

/**
 * Fetches the user to whom the stored access token belongs (spec §2, Shell), on every screen. When the server rejects the token, it is
 * cleared, and the user is a visitor.
 */
export function CurrentUserCheck({ token }: { token: string }) {
  const { data } = useCurrentUser();
  useDatesOfCountry(data?.user.country);

  // Removes the data of a user who is no longer signed in, whether they signed out here or in another tab, or
  // the server rejected the token.
  useEffect(() => {
    removeOtherUsers(token);
    return () => {
      followAccessToken(token, getAccessToken());
    };
  }, [token]);

  return data?.user.consent?.required && <ConsentQuestion current={data} />;
}

interface KnownUserProps {
  /** Offers to retry when the user cannot be fetched. Otherwise, the screen is shown then. */
  isRequired: boolean;
  children: ReactNode;
}

/** Renders a screen once its user is known. It stays when the user has signed out: what follows is the decision of its guard. */
export function KnownUser({ isRequired, children }: KnownUserProps) {
  const { t } = useTranslation();
  const token = useAccessToken();
  // Another token of the same user keeps the screen, with what was typed and the uploads.
  const owner = ownerOf(token);
  const [shownOwner, setShownOwner] = useState(owner);
  if (owner !== null && owner !== shownOwner) {
    setShownOwner(owner);
  }
  const query = useCurrentUser();
  const failure = useQueryFailure(query, owner);

  if (token === null || query.data || (!isRequired && !query.isFetching)) {
    return (
      <Suspense fallback={<SessionLoading />}>
        <Fragment key={shownOwner}>{children}</Fragment>
      </Suspense>
    );
  }
  if (!failure) {
    return <SessionLoading />;
  }
  return (
    <div className={styles.centered}>
      <Notice {...failure} title={t('session.failed')} />
      <Button
        variant="quiet"
        onClick={() => {
          // The server did not respond to the request for the user, either.
          logOut().catch(() => undefined);
        }}
      >
        {t('logout.title')}
      </Button>
    </div>
  );
}

/** Writes dates as in the country of the signed-in user's profile, by its English name, while the user is known. */
export function useDatesOfCountry(country: string | undefined): void {
  // Before the screen that waits for the user is painted.
  useLayoutEffect(() => {
    if (country !== undefined) {
      writeDatesAsIn(codeOf(country));
    }
    // Also when the token turns out to be that of nobody.
    return writeDatesForVisitor;
  }, [country]);
}

/** The code of a country whose months have names of their own. The country table is larger than what this needs of it. */
function codeOf(country: string): string {
  const names = intlFormat('DisplayNames', 'en', { type: 'region', style: 'short' });
  const codes = Object.values(regions).flat();
  return codes.find((code) => names.of(code) === country) ?? '';
}

import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useEffect, useEffectEvent } from 'react';
import { Link } from '#ui/Link.tsx';
import { Avatar } from '#entities/user/Avatar.tsx';
import { useCurrentUser } from '#entities/user/currentUser.ts';
import { isolatedName } from '#i18n/isolate.ts';
import { IconButton } from '#ui/Button.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { CloseOnFailure } from '#ui/lazy/loadFailures.tsx';
import { setEmailLanguage } from '#entities/user/api.ts';
import { languageOf } from '#i18n/languages.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { SignedInBarFrame } from './SignedInBarFrame.tsx';
import styles from './Bar.module.css';
import { BarLinks, DrawerButton } from './Bar.tsx';

const SignedInDrawer = lazyComponent(
  async () => (await import('./SignedInDrawer.tsx')).SignedInDrawer,
  {
    translations: ['logout'],
    Failed: CloseOnFailure,
  },
);

/**
 * The bar for signed-in users (spec §2, Shell). It has neither menu nor links until the user is fetched. On narrow
 * screens, the drawer has the links.
 */
export function SignedInBar() {
  const { t } = useTranslation();
  useEmailLanguage();
  const user = useCurrentUser().data?.user;
  if (!user) {
    return <SignedInBarFrame />;
  }
  return (
    <SignedInBarFrame
      back={<BackButton />}
      links={
        <div className={styles.wide}>
          <BarLinks part="users" />
        </div>
      }
      menu={<DrawerButton Drawer={SignedInDrawer} />}
      profile={
        <Link
          aria-label={t('navigation.profileOf', { name: isolatedName(user.fullname) })}
          className={styles.user}
          to="/profile"
        >
          <Avatar size={44} user={user} />
        </Link>
      }
    />
  );
}

/** Goes to the home screen when the app has no previous history entry: in a tab that was opened here. */
function BackButton() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <IconButton
      icon="back"
      label={t('navigation.back')}
      onClick={() => {
        void (isFirstEntry() ? navigate('/') : navigate(-1));
      }}
    />
  );
}

/** Whether the app has no history entry before the current one. A redirect keeps the position; a link to a part of a screen stores none. */
function isFirstEntry(): boolean {
  return (window.history.state as { idx?: number } | null)?.idx === 0;
}

/**
 * Makes the language that a signed-in user chooses here that of emails, too. Nothing else changes it: a page may be in the language of a link
 * or of a borrowed device.
 */
export function useEmailLanguage(): void {
  const { i18n } = useTranslation();
  const { showError } = useSnackbar();

  const follow = useEffectEvent((code: string) => {
    setEmailLanguage(languageOf(code).code).catch(() => {
      showError(i18n.t('emailLanguageFailed'));
    });
  });

  useEffect(() => {
    const onChosen = (code: string) => {
      follow(code);
    };
    i18n.on('languageChanged', onChosen);
    return () => {
      i18n.off('languageChanged', onChosen);
    };
  }, [i18n]);
}

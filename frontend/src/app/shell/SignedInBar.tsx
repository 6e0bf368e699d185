import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Link } from '#ui/Link.tsx';
import { Avatar } from '#entities/user/Avatar.tsx';
import { useCurrentUser } from '#entities/user/currentUser.ts';
import { isolatedName } from '#i18n/isolate.ts';
import { IconButton } from '#ui/Button.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { CloseOnFailure } from '#ui/lazy/loadFailures.tsx';
import styles from './Bar.module.css';
import { BarLinks } from './Brand.tsx';
import { DrawerButton } from './DrawerButton.tsx';
import { SignedInBarFrame } from './SignedInBarFrame.tsx';
import { useEmailLanguage } from './useEmailLanguage.ts';

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

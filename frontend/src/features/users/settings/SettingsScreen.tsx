import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { setColorScheme, useColorScheme } from '#theme/colorScheme.ts';
import { FormScreen } from '#ui/form/FormScreen.tsx';
import { Icon } from '#ui/Icon.tsx';
import { ChangeEmail } from './components/ChangeEmail.tsx';
import { ChangePassword } from './components/ChangePassword.tsx';
import { LanguageChoice } from './components/LanguageChoice.tsx';
import { Switch } from './components/Switch.tsx';
import { DataExport } from './export/DataExport.tsx';
import { Passkeys } from './passkeys/Passkeys.tsx';
import { Sessions } from './sessions/Sessions.tsx';
import styles from './SettingsScreen.module.css';

/**
 * Color scheme, language, email address, password, passkeys, sessions, a copy of the data, and links to the terms and to the deletion of the
 * account (spec §2, Settings).
 * Changes apply at once.
 */
export function SettingsScreen() {
  const { t } = useTranslation(['settings', 'common']);
  const isDark = useColorScheme() === 'dark';
  return (
    <FormScreen title={t('common:pages.settings')}>
      <Switch
        checked={isDark}
        label={t('settings.darkMode')}
        onChange={(checked) => {
          setColorScheme(checked ? 'dark' : 'light');
        }}
      />
      <LanguageChoice />
      <ChangeEmail />
      <ChangePassword />
      <Passkeys />
      <Sessions />
      <DataExport />
      <ul className={styles.links}>
        <li>
          <Link className={styles.link} to="/privacy">
            <span>{t('common:pages.privacy')}</span>
            <Icon name="arrow" />
          </Link>
        </li>
        <li>
          <Link className={styles.link} data-danger to="/delete">
            <span>{t('settings.delete')}</span>
            <Icon name="arrow" />
          </Link>
        </li>
      </ul>
    </FormScreen>
  );
}

import { useTranslation } from 'react-i18next';
import { Link } from '#ui/Link.tsx';
import { languages } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { setColorScheme, useColorScheme } from '#theme/colorScheme.ts';
import { FormScreen } from '#ui/form/FormScreen.tsx';
import { Icon } from '#ui/Icon.tsx';
import { useChangeLanguage } from '#ui/useChangeLanguage.ts';
import { ChangeEmail } from './ChangeEmail.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { DataExport } from './DataExport.tsx';
import { Passkeys } from './Passkeys.tsx';
import { Reminders } from './Reminders.tsx';
import { Sessions } from './Sessions.tsx';
import styles from './SettingsScreen.module.css';
import { Switch } from './Switch.tsx';

/**
 * Color scheme, language, reminders, email address, password, passkeys, sessions, a copy of the data, and links to the terms and to the deletion of the
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
      <Reminders />
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

/** The languages, each by its own name. */
function LanguageChoice() {
  const { t } = useTranslation();
  const current = useLanguage();
  const changeLanguage = useChangeLanguage();
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{t('navigation.language')}</legend>
      <div className={styles.options}>
        {languages.map(({ code, ownName }) => (
          <label className={styles.option} key={code} lang={code}>
            <input
              checked={code === current.code}
              className="visually-hidden"
              name="language"
              onChange={() => {
                changeLanguage(code);
              }}
              type="radio"
              value={code}
            />
            <span>{ownName}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

import { useTranslation } from 'react-i18next';
import { getAccessToken } from '#api/accessToken.ts';
import { useAction } from '#entities/action/useAction.ts';
import type { User } from '#entities/user/api.ts';
import { changeCachedUser, useCurrentUser } from '#entities/user/currentUser.ts';
import { languages } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { setColorScheme, useColorScheme } from '#theme/colorScheme.ts';
import { Icon } from '#ui/Icon.tsx';
import { Link } from '#ui/Link.tsx';
import { FormScreen } from '#ui/form/FormScreen.tsx';
import { useChangeLanguage } from '#ui/useChangeLanguage.ts';
import { ChangeEmail, ChangePassword } from './Credentials.tsx';
import { DataExport } from './DataExport.tsx';
import { Passkeys } from './Passkeys.tsx';
import { Sessions } from './Sessions.tsx';
import { setReminders } from './api.ts';
import styles from './SettingsScreen.module.css';

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

/** Whether emails remind the user of sessions. It changes at once, and changes back when that fails. */
export function Reminders() {
  const { t } = useTranslation('settings');
  const lang = useLanguage().code;
  const { data } = useCurrentUser();
  const change = useAction(async (reminders: boolean) => {
    const token = getAccessToken();
    await setReminders(lang, reminders);
    changeCachedUser(token, (user) => withReminders(user, reminders));
  });
  return (
    <Switch
      checked={change.isPending ? change.variables : data?.user.reminders !== false}
      disabled={!data || change.isPending}
      label={t('settings.reminders')}
      onChange={change.mutate}
    />
  );
}

/** The user with the choice, as the API returns it. */
function withReminders(user: User, reminders: boolean): User {
  const { reminders: _before, ...others } = user;
  return reminders ? others : { ...others, reminders };
}

interface SwitchProps {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** A setting that is on or off, and changes at once. The whole row is its target. */
function Switch({ label, checked, disabled = false, onChange }: SwitchProps) {
  return (
    <label className={styles.line}>
      <span className={styles.label}>{label}</span>
      <input
        checked={checked}
        className={styles.switch}
        disabled={disabled}
        onChange={(event) => {
          onChange(event.target.checked);
        }}
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox tells by itself whether it is on
        role="switch"
        type="checkbox"
      />
    </label>
  );
}

import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/Icon.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { NoNotice } from '#ui/lazy/loadFailures.tsx';
import styles from './PasswordHelp.module.css';
import { passwordRules } from './passwordRules.ts';

const PasswordStrength = lazyComponent(
  async () => (await import('./PasswordStrength.tsx')).PasswordStrength,
  { translations: ['signupSteps'], Failed: NoNotice },
);

interface PasswordHelpProps {
  password: string;
  personal: string[];
}

/** The rules for a password, checked as it is typed, and its strength. */
export function PasswordHelp({ password, personal }: PasswordHelpProps) {
  const { t } = useTranslation('signup');
  return (
    <div className={styles.help}>
      <p>{t('rules.title')}</p>
      <ul className={styles.rules}>
        {passwordRules.map(({ id, isMet }) => {
          const kept = isMet(password);
          return (
            <li className={styles.rule} data-met={kept} key={id}>
              <Icon name={kept ? 'check' : 'circle'} size={16} />
              {t(`rules.${id}`)}
              <span className="visually-hidden">({t(kept ? 'rules.kept' : 'rules.missing')})</span>
            </li>
          );
        })}
      </ul>
      <div role="status">
        {password && <PasswordStrength password={password} personal={personal} />}
      </div>
    </div>
  );
}

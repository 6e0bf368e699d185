import { useTranslation } from 'react-i18next';
import { passwordRules } from '#entities/password/passwordRules.ts';
import type { PasswordWarningProps } from '#entities/password/PasswordWarning.tsx';
import { Drawing, Icon } from '#ui/Icon.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { NoNotice } from '#ui/lazy/loadFailures.tsx';
import styles from './PasswordHelp.module.css';

const CIRCLE_DRAWING = 'M12 19.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15Z';

const PasswordStrength = lazyComponent(
  async () => (await import('./PasswordStrength.tsx')).PasswordStrength,
  { translations: ['errors', 'signupSteps'], Failed: NoNotice },
);

/** The rules for a password, checked as it is typed, and its strength. */
export function PasswordHelp(props: PasswordWarningProps) {
  const { password } = props;
  const { t } = useTranslation('signup');
  return (
    <div className={styles.help}>
      <p>{t('rules.title')}</p>
      <ul className={styles.rules}>
        {passwordRules.map(({ id, isMet }) => {
          const kept = isMet(password);
          return (
            <li className={styles.rule} data-met={kept} key={id}>
              {kept ? <Icon name="check" size={16} /> : <Drawing path={CIRCLE_DRAWING} size={16} />}
              <span>{t(`rules.${id}`)}</span>
              <span className="visually-hidden">{`(${t(kept ? 'rules.kept' : 'rules.missing')})`}</span>
            </li>
          );
        })}
      </ul>
      <div className={password ? styles.status : undefined} role="status">
        {password && <PasswordStrength {...props} />}
      </div>
    </div>
  );
}

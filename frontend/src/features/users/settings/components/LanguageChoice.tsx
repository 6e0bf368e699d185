import { useTranslation } from 'react-i18next';
import { languages } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { useChangeLanguage } from '#ui/useChangeLanguage.ts';
import styles from './LanguageChoice.module.css';

/** The languages, each by its own name. */
export function LanguageChoice() {
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

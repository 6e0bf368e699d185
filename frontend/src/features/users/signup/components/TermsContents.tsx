import { useTranslation } from 'react-i18next';
import { legalParts, legalSections } from '#entities/legal/legalSections.ts';
import styles from './TermsDialog.module.css';

/** The contents of both texts. Closed at first, so that the texts begin on the first screen. */
export function TermsContents() {
  const { t } = useTranslation('legal');
  return (
    <details className={styles.contents}>
      <summary className={styles.contentsTitle}>{t('contents')}</summary>
      {legalParts.map((part) => (
        <div key={part}>
          <p className={styles.part}>{t(`parts.${part}.title`)}</p>
          <ol className={styles.sections}>
            {legalSections[part].map((id) => (
              <li key={id}>
                <button
                  className={styles.section}
                  onClick={() => {
                    goTo(id);
                  }}
                  type="button"
                >
                  {t(`sections.${id}.title`)}
                </button>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </details>
  );
}

/** A link to a fragment would add a history entry, which the steps of the form do not expect. */
function goTo(id: string): void {
  const section = document.getElementById(id);
  section?.scrollIntoView({ block: 'start' });
  section?.focus({ preventScroll: true });
}

import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/Icon.tsx';
import { legalParts, legalSections } from '#entities/legal/legalSections.ts';
import styles from './LegalContents.module.css';

/** The width at which the style sheet places the contents beside the text. */
const BESIDE_THE_TEXT = '(width >= 60rem)';

const isBesideTheText = () => window.matchMedia(BESIDE_THE_TEXT).matches;

/** Only the initial state: afterwards, the user decides. */
const never = () => () => undefined;

/** The table of contents of both texts. Closed at first on narrow screens, where it would push the text down. */
export function LegalContents({ className }: { className: string | undefined }) {
  const { t } = useTranslation('legal');
  const isOpenAtFirst = useSyncExternalStore(never, isBesideTheText, () => false);
  return (
    <nav aria-label={t('contents')} className={className}>
      <details open={isOpenAtFirst}>
        <summary className={styles.summary}>
          {t('contents')}
          <Icon className={styles.chevron} name="chevron" />
        </summary>
        {legalParts.map((part) => (
          <div className={styles.part} key={part}>
            <a className={styles.partLink} href={`#${part}`}>
              {t(`parts.${part}.title`)}
            </a>
            <ol className={styles.sections}>
              {legalSections[part].map((id) => (
                <li key={id}>
                  <a className={styles.link} href={`#${id}`}>
                    {t(`sections.${id}.title`)}
                  </a>
                </li>
              ))}
            </ol>
          </div>
        ))}
      </details>
    </nav>
  );
}

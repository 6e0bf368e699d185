import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { legalParts, legalSections } from '#entities/legal/legalSections.ts';
import { LegalText } from '#entities/legal/LegalText.tsx';
import { Icon } from '#ui/Icon.tsx';
import { ScreenTitle } from '#ui/ScreenTitle.tsx';
import { useIsHydrated } from '#ui/browserState.ts';
import { useScrollToAnchor } from '#ui/focus.ts';
import styles from './PrivacyScreen.module.css';

/**
 * The privacy policy and the terms of service, which the sign-up form shows too (spec §2, Privacy policy and
 * terms).
 */
export function PrivacyScreen() {
  const { t } = useTranslation(['legal', 'common']);
  useScrollToAnchor();
  return (
    <div className={styles.screen}>
      <ScreenTitle documentTitle={t('common:pages.privacy')}>
        {t('common:pages.privacy')}
      </ScreenTitle>
      <LegalContents className={styles.contents} />
      <div className={styles.parts}>
        {legalParts.map((part) => (
          <LegalText key={part} part={part} />
        ))}
      </div>
    </div>
  );
}

/** The width at which the style sheet places the contents beside the text. */
const WIDE_SCREEN = '(width >= 60rem)';

/** The table of contents of both texts. Closed at first on narrow screens, where it would push the text down. */
export function LegalContents({ className }: { className: string | undefined }) {
  const { t } = useTranslation('legal');
  const isHydrated = useIsHydrated();
  const [isInitiallyOpen, setIsInitiallyOpen] = useState<boolean>();
  if (isHydrated && isInitiallyOpen === undefined) {
    // Only the initial state: afterwards, the user decides.
    setIsInitiallyOpen(window.matchMedia(WIDE_SCREEN).matches);
  }
  return (
    <nav aria-label={t('contents')} className={className}>
      <details open={isInitiallyOpen}>
        <summary className={styles.summary}>
          <span>{t('contents')}</span>
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

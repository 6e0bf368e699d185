import { useTranslation } from 'react-i18next';
import { legalParts } from '#entities/legal/legalSections.ts';
import { LegalText } from '#entities/legal/LegalText.tsx';
import { ScreenTitle } from '#ui/ScreenTitle.tsx';
import { useScrollToAnchor } from '#ui/useScrollToAnchor.ts';
import { LegalContents } from './components/LegalContents.tsx';
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

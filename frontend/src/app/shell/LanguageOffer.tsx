import { createRoot } from 'react-dom/client';
import { changeLanguage, onLanguageChanged, shownLanguage } from '#i18n/i18n.ts';
import { storeLanguage } from '#i18n/languagePreference.ts';
import type { Language, LanguageCode } from '#i18n/languages.ts';
import ar from '#locales/ar/languageOffer.json';
import en from '#locales/en/languageOffer.json';
import fr from '#locales/fr/languageOffer.json';
import { Button, IconButton } from '#ui/Button.tsx';
import styles from './LanguageOffer.module.css';

const texts: Record<LanguageCode, typeof en> = { en, fr, ar };

/**
 * Offers a language in a line of that language, above the page, until the user chooses one. To refuse it is to choose the language of the
 * page. The region is in the page before its text, because screen readers announce changes only of a region that they know.
 */
export function offerLanguage(language: Language): void {
  const region = document.createElement('div');
  region.className = styles.region;
  region.role = 'status';
  document.body.append(region);
  const root = createRoot(region);
  const close = () => {
    root.unmount();
    region.remove();
  };
  onLanguageChanged(close);
  root.render(<LanguageOffer language={language} onRefused={close} />);
}

interface LanguageOfferProps {
  language: Language;
  onRefused: () => void;
}

function LanguageOffer({ language: { code, direction }, onRefused }: LanguageOfferProps) {
  const { read, keep } = texts[code];
  return (
    <p className={styles.offer} dir={direction} lang={code}>
      <Button
        onClick={() => {
          focusPage();
          // A press after a failure tries again.
          changeLanguage(code).catch(() => undefined);
        }}
        variant="quiet"
      >
        {read}
      </Button>
      <IconButton
        icon="close"
        label={keep}
        onClick={() => {
          focusPage();
          storeLanguage(shownLanguage());
          onRefused();
        }}
      />
    </p>
  );
}

/** The button that has the focus is about to disappear. */
function focusPage(): void {
  document.querySelector('main')?.focus({ preventScroll: true });
}

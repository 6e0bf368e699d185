import { useTranslation } from 'react-i18next';
import type { Payer } from '#entities/my-courses/api.ts';
import { isolatedName } from '#i18n/isolate.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import styles from './AddressLines.module.css';

/** A name with an address, each line in the direction of its own letters. Empty lines are left out. */
export function AddressLines({ lines }: { lines: (string | undefined)[] }) {
  return (
    <address className={styles.lines}>
      {lines.map(
        (line, index) =>
          line && (
            <span key={index}>
              <bdi>{line}</bdi>
            </span>
          ),
      )}
    </address>
  );
}

interface PayerLinesProps {
  payer: Payer;
  /** That of the document around it. */
  language: LanguageCode;
}

/** Who pays, as receipts have it. */
export function PayerLines({ payer: { name, address, taxNumber }, language }: PayerLinesProps) {
  const { t } = useTranslation('myPlace', { lng: language });
  const tax = taxNumber && t('payer.taxLine', { number: isolatedName(taxNumber) });
  return <AddressLines lines={[name, address, tax]} />;
}

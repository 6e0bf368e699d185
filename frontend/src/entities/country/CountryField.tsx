import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Icon } from '#ui/Icon.tsx';
import { Field } from '#ui/form/TextField.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { CloseOnFailure } from '#ui/lazy/loadFailures.tsx';
import type { Country } from './country.ts';
import { Flag } from './Flag.tsx';
import styles from './CountryField.module.css';

/** Preloaded when it is likely to be opened. */
const CountryDialog = lazyComponent(
  async () => (await import('./CountryDialog.tsx')).CountryDialog,
  {
    translations: ['country'],
    Failed: CloseOnFailure,
  },
);

interface CountryFieldProps {
  country: Country;
  onChoose: (country: Country) => void;
  error: string | undefined;
}

/** A country with its dial code. It looks like a field and opens the searchable list. */
export function CountryField({ country, onChoose, error }: CountryFieldProps) {
  const { t } = useTranslation('userFields');
  const language = useLanguage().code;
  const [isOpen, setIsOpen] = useState(false);
  const name = country.names[language];
  const close = () => {
    setIsOpen(false);
  };

  return (
    <Field error={error} label={t('country')}>
      {({ id, 'aria-describedby': describedBy }) => (
        <>
          <button
            aria-describedby={describedBy}
            aria-haspopup="dialog"
            aria-label={`${t('country')}, ${name}, +${country.dialCode}`}
            className={styles.button}
            data-invalid={error !== undefined || undefined}
            id={id}
            onClick={() => {
              setIsOpen(true);
            }}
            onFocus={CountryDialog.preload}
            onPointerEnter={CountryDialog.preload}
            type="button"
          >
            <Flag code={country.code} />
            <span className={styles.name}>{name}</span>
            <bdi className={styles.dialCode} dir="ltr">
              {`+${country.dialCode}`}
            </bdi>
            <Icon name="chevron" size={16} />
          </button>
          <CountryDialog
            selected={country}
            onSelect={(chosen) => {
              onChoose(chosen);
              close();
            }}
            onClose={close}
            open={isOpen}
          />
        </>
      )}
    </Field>
  );
}

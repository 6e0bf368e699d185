import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { Field } from '../form/Field.tsx';
import { Icon } from '../Icon.tsx';
import type { Country } from './country.ts';
import styles from './CountryField.module.css';
import { Flag } from './Flag.tsx';

const loadDialog = () => import('./CountryDialog.tsx');
const CountryDialog = lazy(async () => ({ default: (await loadDialog()).CountryDialog }));

/** The dialog is fetched when it is likely to be opened. */
const fetchAhead = () => void loadDialog();

interface CountryFieldProps {
  country: Country;
  onChoose: (country: Country) => void;
  error: string | undefined;
}

/** A country with its dial code. It looks like a field and opens a list to search in. */
export function CountryField({ country, onChoose, error }: CountryFieldProps) {
  const { t } = useTranslation('person');
  const language = useLanguage().code;
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
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
            className={styles['button']}
            id={id}
            onClick={() => {
              setWasOpened(true);
              setIsOpen(true);
            }}
            onFocus={fetchAhead}
            onPointerEnter={fetchAhead}
            type="button"
          >
            <Flag code={country.code} />
            <span className={styles['name']}>{name}</span>
            <bdi className={styles['dialCode']} dir="ltr">
              +{country.dialCode}
            </bdi>
            <Icon name="chevron" size={16} />
          </button>
          {wasOpened && (
            <Suspense fallback={null}>
              <CountryDialog
                chosen={country}
                onChoose={(chosen) => {
                  onChoose(chosen);
                  close();
                }}
                onClose={close}
                open={isOpen}
              />
            </Suspense>
          )}
        </>
      )}
    </Field>
  );
}

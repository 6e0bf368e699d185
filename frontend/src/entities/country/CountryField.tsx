import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/useLanguage.ts';
import { whenIdle } from '#lib/moments.ts';
import { Icon } from '#ui/Icon.tsx';
import { Field } from '#ui/form/TextField.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { CloseOnFailure } from '#ui/lazy/loadFailures.tsx';
import type { Country } from './country.ts';
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

const REGIONAL_INDICATOR_A = 0x1f1e6;

/** The two regional indicator letters that fonts draw as one flag. */
function flagEmoji(code: string): string {
  return String.fromCodePoint(
    ...Array.from(
      code,
      (letter) => REGIONAL_INDICATOR_A + letter.charCodeAt(0) - 'A'.charCodeAt(0),
    ),
  );
}

/** Undefined until it is measured. */
let supportsFlags: boolean | undefined;

/** Measures whether the system has flags. Windows has none, and shows two letters instead. */
function measureFlags(): boolean {
  return textWidth(flagEmoji('DZ')) < 1.5 * textWidth(flagEmoji('D'));
}

function textWidth(text: string): number {
  return document.createElement('canvas').getContext('2d')?.measureText(text).width ?? 0;
}

/** Measures once, when the browser is idle: a canvas loads a font for it. The fonts of a system do not change. */
function subscribe(onMeasured: () => void): () => void {
  let isShown = true;
  if (supportsFlags === undefined) {
    whenIdle(() => {
      if (isShown) {
        supportsFlags ??= measureFlags();
        onMeasured();
      }
    });
  }
  return () => {
    isShown = false;
  };
}

/** Decoration beside a country's name: its flag, or its code on systems without flags. */
export function Flag({ code }: { code: string }) {
  const isDrawn = useSyncExternalStore(
    subscribe,
    () => supportsFlags ?? true,
    () => true,
  );
  return (
    <span aria-hidden="true" className={styles[isDrawn ? 'flag' : 'code']} dir="ltr">
      {isDrawn ? flagEmoji(code) : code}
    </span>
  );
}

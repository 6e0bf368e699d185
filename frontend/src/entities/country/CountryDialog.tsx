import useAutocomplete from '@mui/material/useAutocomplete';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LanguageCode } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { normalizeForSearch } from '#lib/normalizeForSearch.ts';
import { toAsciiDigits } from '#lib/text.ts';
import { Icon } from '#ui/Icon.tsx';
import { Notice, useQueryFailure } from '#ui/Notice.tsx';
import { AppDialog } from '#ui/dialog/AppDialog.tsx';
import { type Country, sortByName } from './country.ts';
import { Flag } from './Flag.tsx';
import { useCountries } from './useCountries.ts';
import styles from './CountryDialog.module.css';

interface CountryDialogProps {
  open: boolean;
  selected: Country;
  onSelect: (country: Country) => void;
  onClose: () => void;
}

/** The searchable list of countries (spec §2, Signup). It loads with the country table when it is first opened. */
export function CountryDialog({ open, selected, onSelect, onClose }: CountryDialogProps) {
  const { t } = useTranslation('country');
  const query = useCountries();
  const countries = query.data;
  const failure = useQueryFailure(query);

  return (
    <AppDialog
      head={styles.head}
      onClose={onClose}
      open={open}
      paper={styles.paper}
      title={t('choose')}
    >
      {countries && (
        <CountryList
          selected={selected}
          countries={countries}
          onSelect={onSelect}
          onEscape={onClose}
        />
      )}
      {failure && <Notice {...failure} title={t('failed')} />}
    </AppDialog>
  );
}

interface CountryListProps {
  countries: Country[];
  selected: Country;
  onSelect: (country: Country) => void;
  onEscape: () => void;
}

/** The search field and its results. MUI's hook provides keys and roles of a combobox that is always open. */
function CountryList({ countries, selected, onSelect, onEscape }: CountryListProps) {
  const { t } = useTranslation('country');
  const language = useLanguage().code;
  const [text, setText] = useState('');
  const options = useMemo(() => sortByName(countries, language), [countries, language]);

  const { groupedOptions: found, ...autocomplete } = useAutocomplete({
    open: true,
    options,
    value: selected,
    inputValue: text,
    autoHighlight: true,
    clearOnBlur: false,
    disableClearable: true,
    getOptionLabel: ({ names }) => names[language],
    isOptionEqualToValue: (option, value) => option.code === value.code,
    filterOptions: (candidates) => searchCountries(candidates, text, language),
    onInputChange: (_event, typed, reason) => {
      if (reason === 'input') {
        setText(typed);
      }
    },
    onChange: (_event, country) => {
      onSelect(country);
    },
    onClose: (_event, reason) => {
      if (reason === 'escape') {
        onEscape();
      }
    },
  });

  return (
    <div className={styles.body} {...autocomplete.getRootProps()}>
      <label className="visually-hidden" {...autocomplete.getInputLabelProps()}>
        {t('search')}
      </label>
      <input
        {...autocomplete.getInputProps()}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog is opened to search, so it begins here
        autoFocus
        className={styles.search}
        enterKeyHint="done"
        placeholder={t('search')}
      />
      <p className={found.length > 0 ? 'visually-hidden' : styles.none} role="status">
        {t('found', { count: found.length })}
      </p>
      <ul {...autocomplete.getListboxProps()} className={styles.list}>
        {found.map((country, index) => {
          const { key, ...option } = autocomplete.getOptionProps({ option: country, index });
          return (
            <li {...option} className={styles.option} key={key}>
              <Flag code={country.code} />
              <span className={styles.name}>{country.names[language]}</span>
              <bdi className={styles.dialCode} dir="ltr">
                {`+${country.dialCode}`}
              </bdi>
              {country.code === selected.code && <Icon name="check" size={18} />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** How well a country matches, from best to worst. A match in the user's own language ranks before one in another. */
const EXACT = 0;
const PREFIX = 2;
const WORD_PREFIX = 4;
const SUBSTRING = 6;
const OTHER_LANGUAGE_PENALTY = 1;

/**
 * The countries that match a text, best match first and else in the given order: by name in any of the three
 * languages, by ISO code, or by dial code (spec §2, Signup).
 */
export function searchCountries(
  countries: Country[],
  text: string,
  language: LanguageCode,
): Country[] {
  const query = parseQuery(text);
  return countries
    .map((country) => ({ country, rank: rankOf(country, query, language) }))
    .filter(({ rank }) => rank < Infinity)
    .sort((a, b) => a.rank - b.rank)
    .map(({ country }) => country);
}

interface Query {
  names: string[];
  /** Empty without digits, so that every country matches. Undefined when the text is no number. */
  dialCode: string | undefined;
}

function parseQuery(text: string): Query {
  const digits = toAsciiDigits(text).replace(/[\s\p{Cf}]/gu, '');
  return { names: spellings(text), dialCode: /^(?:\+|00)?(\d*)$/.exec(digits)?.[1] };
}

function rankOf(country: Country, query: Query, language: LanguageCode): number {
  if (query.dialCode !== undefined) {
    return rankOfText(country.dialCode, query.dialCode, PREFIX);
  }
  if (country.code.toLowerCase() === query.names[0]) {
    return EXACT;
  }
  const ranks = Object.entries(country.names).flatMap(([nameLanguage, name]) =>
    spellings(name).flatMap((spelling) =>
      query.names.map(
        (term) =>
          rankOfText(spelling, term, SUBSTRING) +
          (nameLanguage === language ? 0 : OTHER_LANGUAGE_PENALTY),
      ),
    ),
  );
  return Math.min(...ranks);
}

/** How well a text matches. A rank worse than `worst` is no match. */
function rankOfText(text: string, sought: string, worst: number): number {
  const rank = [
    text === sought && EXACT,
    text.startsWith(sought) && PREFIX,
    text.includes(` ${sought}`) && WORD_PREFIX,
    text.includes(sought) && SUBSTRING,
  ].find((candidate) => candidate !== false);
  return rank !== undefined && rank <= worst ? rank : Infinity;
}

/** A name as it may be typed: normalized, and without the Arabic article, which is often left out. */
function spellings(name: string): string[] {
  const normalized = normalizeForSearch(name);
  return [...new Set([normalized, normalized.replace(/(^| )ال(?=\S{2})/g, '$1')])];
}

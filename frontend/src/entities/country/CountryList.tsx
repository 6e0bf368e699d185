import useAutocomplete from '@mui/material/useAutocomplete';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Icon } from '#ui/Icon.tsx';
import { sortByName, type Country } from './country.ts';
import styles from './CountryDialog.module.css';
import { Flag } from './Flag.tsx';
import { searchCountries } from './searchCountries.ts';

interface CountryListProps {
  countries: Country[];
  selected: Country;
  onSelect: (country: Country) => void;
  onEscape: () => void;
}

/** The search field and its results. MUI's hook provides keys and roles of a combobox that is always open. */
export function CountryList({ countries, selected, onSelect, onEscape }: CountryListProps) {
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

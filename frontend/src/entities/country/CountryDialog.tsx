import { useTranslation } from 'react-i18next';
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useQueryFailure } from '#ui/useQueryFailure.ts';
import type { Country } from './country.ts';
import styles from './CountryDialog.module.css';
import { CountryList } from './CountryList.tsx';
import { useCountries } from './useCountries.ts';

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
    <TitledDialog
      head={styles.head}
      maxWidth="xs"
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
    </TitledDialog>
  );
}

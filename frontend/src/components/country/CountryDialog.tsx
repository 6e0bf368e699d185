import Dialog from '@mui/material/Dialog';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../api/errorText.ts';
import { MuiProvider } from '../../theme/MuiProvider.tsx';
import { IconButton } from '../IconButton.tsx';
import { Notice } from '../Notice.tsx';
import type { Country } from './country.ts';
import styles from './CountryDialog.module.css';
import { CountryList } from './CountryList.tsx';
import { useCountries } from './useCountries.ts';

interface CountryDialogProps {
  open: boolean;
  chosen: Country;
  onChoose: (country: Country) => void;
  onClose: () => void;
}

/** The searchable list of countries (spec §2, Signup). It is loaded, like the table, when it is first opened. */
export function CountryDialog({ open, chosen, onChoose, onClose }: CountryDialogProps) {
  const { t } = useTranslation(['country', 'common']);
  const title = useId();
  const errorText = useErrorText();
  const { data: countries, error, refetch } = useCountries();

  return (
    <MuiProvider>
      <Dialog
        aria-labelledby={title}
        fullWidth
        maxWidth="xs"
        onClose={onClose}
        open={open}
        slotProps={{ paper: { className: styles['paper'] ?? '' } }}
      >
        <div className={styles['head']}>
          <h2 className={styles['title']} id={title}>
            {t('choose')}
          </h2>
          <IconButton icon="close" label={t('common:close')} onClick={onClose} />
        </div>
        {countries && (
          <CountryList
            chosen={chosen}
            countries={countries}
            onChoose={onChoose}
            onEscape={onClose}
          />
        )}
        {error && (
          <Notice onRetry={() => void refetch()} reason={errorText(error)} title={t('failed')} />
        )}
      </Dialog>
    </MuiProvider>
  );
}

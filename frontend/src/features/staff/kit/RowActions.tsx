import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useTranslation } from 'react-i18next';

interface RowActionsProps {
  /** The accessible names of the buttons, which name the row. */
  changeLabel: string;
  removeLabel: string;
  onChange: () => void;
  onRemove: () => void;
}

/** The buttons that change and remove what a row shows. */
export function RowActions({ changeLabel, removeLabel, onChange, onRemove }: RowActionsProps) {
  const { t } = useTranslation('staff');
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap' }}>
      <Button aria-label={changeLabel} onClick={onChange} size="small">
        {t('change')}
      </Button>
      <Button aria-label={removeLabel} color="error" onClick={onRemove} size="small">
        {t('remove')}
      </Button>
    </Stack>
  );
}

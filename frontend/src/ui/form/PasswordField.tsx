import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../Button.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

const EYE_DRAWING =
  'M2.5 12C4.5 8 8 5.5 12 5.5s7.5 2.5 9.5 6.5c-2 4-5.5 6.5-9.5 6.5S4.5 16 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z';
const EYE_OFF_DRAWING =
  'M4 4l16 16M9.9 5.7A9.6 9.6 0 0 1 12 5.5c4 0 7.5 2.5 9.5 6.5a13 13 0 0 1-2.6 3.6M6.5 7.2A12.5 12.5 0 0 0 2.5 12c2 4 5.5 6.5 9.5 6.5 1.9 0 3.6-.5 5.1-1.4M9.9 9.9a3 3 0 0 0 4.2 4.2';

type PasswordFieldProps<Values extends FieldValues> = Omit<
  TextFieldProps<Values>,
  'type' | 'ltr' | 'end'
> & {
  autoComplete: 'current-password' | 'new-password';
};

/** A password, hidden until the user shows it (spec §2, Login). */
export function PasswordField<Values extends FieldValues>(props: PasswordFieldProps<Values>) {
  const { t } = useTranslation();
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      {...props}
      end={
        <IconButton
          aria-pressed={isShown}
          icon={{ drawing: isShown ? EYE_OFF_DRAWING : EYE_DRAWING }}
          label={t('form.showPassword')}
          onClick={() => {
            setIsShown(!isShown);
          }}
        />
      }
      ltr
      type={isShown ? 'text' : 'password'}
    />
  );
}

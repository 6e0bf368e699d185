import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../IconButton.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

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
          icon={isShown ? 'eyeOff' : 'eye'}
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

import { useWatch, type FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextField, type TextFieldProps } from '#ui/form/TextField.tsx';
import type { Country } from './country.ts';
import { isPhone, toInternational } from './phone.ts';

type PhoneFieldProps<Values extends FieldValues> = Pick<
  TextFieldProps<Values>,
  'control' | 'name' | 'label' | 'optional'
> & {
  /** The country whose dial code the number gets. */
  country: Country;
};

/** A phone number in its national form. The hint shows the international form. */
export function PhoneField<Values extends FieldValues>({
  country,
  ...field
}: PhoneFieldProps<Values>) {
  const { t } = useTranslation('userFields');
  const sent = toInternational(useWatch(field), country);
  return (
    <TextField
      {...field}
      autoComplete="tel"
      hint={
        isPhone(sent, country) && (
          <>
            <span>{t('phoneToSend')}</span> <bdi dir="ltr">{sent}</bdi>
          </>
        )
      }
      inputMode="tel"
      ltr
      type="tel"
    />
  );
}

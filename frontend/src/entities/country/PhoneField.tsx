import { useTranslation } from 'react-i18next';
import { TextField } from '#ui/form/TextField.tsx';
import type { FieldProps } from '#ui/form/useForm.ts';
import type { Country } from './country.ts';
import { isPhone, toInternational } from './phone.ts';

interface PhoneFieldProps extends FieldProps {
  label: string;
  optional?: string;
  /** The country whose dial code the number gets. */
  country: Country;
}

/** A phone number in its national form. The hint shows the international form. */
export function PhoneField({ country, ...field }: PhoneFieldProps) {
  const { t } = useTranslation('person');
  const sent = toInternational(field.value, country);
  return (
    <TextField
      {...field}
      autoComplete="tel"
      hint={
        isPhone(sent) && (
          <>
            {t('phoneToSend')} <bdi dir="ltr">{sent}</bdi>
          </>
        )
      }
      inputMode="tel"
      ltr
      type="tel"
    />
  );
}

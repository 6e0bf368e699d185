import type { ReactNode } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { EARLIEST_BIRTHDATE, today, MAX_ADDRESS_LENGTH, type UserValues } from './userValues.ts';
import { CountryField } from '#entities/country/CountryField.tsx';
import { PhoneField } from '#entities/country/PhoneField.tsx';
import { TextField, useFieldErrorMessage } from '#ui/form/TextField.tsx';
import { useIsHydrated } from '#ui/useIsHydrated.ts';
import type { Elements } from '#ui/elements.ts';

interface UserFieldsProps {
  birthdateHint?: ReactNode;
  /** Rendered after the postal address. */
  children?: Elements;
}

/** The fields of a user besides the name, in the order of validation (spec §5). */
export function UserFields({ birthdateHint, children }: UserFieldsProps) {
  const { t } = useTranslation('userFields');
  const isHydrated = useIsHydrated();
  const { control } = useFormContext<UserValues>();
  const { field, fieldState } = useController({ control, name: 'country' });
  const fieldErrorMessage = useFieldErrorMessage();
  return (
    <>
      <CountryField
        country={field.value}
        error={fieldErrorMessage(fieldState.error?.message)}
        onChoose={field.onChange}
      />
      <PhoneField control={control} country={field.value} label={t('phone1')} name="phone1" />
      <PhoneField
        control={control}
        country={field.value}
        label={t('phone2')}
        name="phone2"
        optional={t('optional')}
      />
      <TextField
        autoComplete="street-address"
        control={control}
        errorTexts={{ field_too_long: t('tooLong', { max: MAX_ADDRESS_LENGTH }) }}
        label={t('address')}
        name="address"
      />
      {children}
      <TextField
        autoComplete="bday"
        control={control}
        errorTexts={{ birthdate_invalid: t('birthdate_invalid') }}
        hint={birthdateHint}
        label={t('birthdate')}
        max={isHydrated ? today() : undefined}
        min={EARLIEST_BIRTHDATE}
        name="birthdate"
        type="date"
      />
    </>
  );
}

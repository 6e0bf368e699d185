import type { ReactNode } from 'react';
import { useController, useFormContext, useWatch, type FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CountryField } from '#entities/country/CountryField.tsx';
import { type Country, isPhone, toInternational } from '#entities/country/country.ts';
import { useIsHydrated } from '#ui/browserState.ts';
import type { Elements } from '#ui/elements.ts';
import { TextField, useFieldErrorMessage, type TextFieldProps } from '#ui/form/TextField.tsx';
import { EARLIEST_BIRTHDATE, today, MAX_ADDRESS_LENGTH, type UserValues } from './userValues.ts';

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

type PhoneFieldProps<Values extends FieldValues> = Pick<
  TextFieldProps<Values>,
  'control' | 'name' | 'label' | 'optional'
> & {
  /** The country whose dial code the number gets. */
  country: Country;
};

/** A phone number in its national form. The hint shows the international form. */
function PhoneField<Values extends FieldValues>({ country, ...field }: PhoneFieldProps<Values>) {
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

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { validateBirthdate, EARLIEST_BIRTHDATE, today } from './birthdate.ts';
import { CountryField } from '#entities/country/CountryField.tsx';
import { PhoneField } from '#entities/country/PhoneField.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import type { Form } from '#ui/form/useForm.ts';
import { useIsHydrated } from '#ui/useIsHydrated.ts';
import type { UserValues } from './userValues.ts';

interface UserFieldsProps {
  form: Pick<Form<UserValues>, 'values' | 'field' | 'error' | 'setValue'>;
  birthdateHint?: ReactNode;
  /** Rendered after the postal address. */
  children?: ReactNode;
}

/** The fields of a user besides the name, in the order of validation (spec §5). */
export function UserFields({ form, birthdateHint, children }: UserFieldsProps) {
  const { t } = useTranslation('person');
  const isHydrated = useIsHydrated();
  const { values, field } = form;
  const birthdate = field('birthdate');
  const isNoBirthdate = validateBirthdate(values.birthdate) === 'birthdate_invalid';
  return (
    <>
      <CountryField
        country={values.country}
        error={form.error('country')}
        onChoose={(country) => {
          form.setValue('country', country);
        }}
      />
      <PhoneField {...field('phone1')} country={values.country} label={t('phone1')} />
      <PhoneField
        {...field('phone2')}
        country={values.country}
        label={t('phone2')}
        optional={t('optional')}
      />
      <TextField {...field('address')} autoComplete="street-address" label={t('address')} />
      {children}
      <TextField
        {...birthdate}
        autoComplete="bday"
        error={birthdate.error && isNoBirthdate ? t('birthdate_invalid') : birthdate.error}
        hint={birthdateHint}
        label={t('birthdate')}
        max={isHydrated ? today() : undefined}
        min={EARLIEST_BIRTHDATE}
        type="date"
      />
    </>
  );
}

import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { PasswordField } from '#ui/form/PasswordField.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { closeOnFailure } from '#ui/lazy/loadFailures.tsx';
import { UserFields } from '#entities/user/UserFields.tsx';
import { MAX_NAME_LENGTH } from '#entities/user/userValues.ts';
import { PasswordHelp } from '../password/PasswordHelp.tsx';
import type { Signup } from '../useSignup.ts';
import styles from './Step.module.css';
import { StepTitle } from './StepTitle.tsx';

const ExistingUserOffer = lazyComponent(
  async () => (await import('./ExistingUserOffer.tsx')).ExistingUserOffer,
  {
    translations: ['signupSteps'],
    Failed: closeOnFailure(({ onDecline }) => {
      onDecline();
    }),
  },
);

type DetailsStepProps = Pick<Signup, 'form' | 'isBack' | 'registration' | 'accountExists'>;

/** Step 0: the user's details, in the order of validation (spec §5). */
export function DetailsStep({ form, isBack, registration, accountExists }: DetailsStepProps) {
  const { t } = useTranslation(['signup', 'userFields']);
  const { control } = form;
  const values = form.watch();
  return (
    <Form form={{ ...form, failure: undefined }}>
      {accountExists && (
        <ExistingUserOffer
          onDecline={() => {
            form.setFailure(undefined);
          }}
          values={values}
        />
      )}
      <StepTitle isHidden takesFocus={isBack && !accountExists}>
        {t('steps.details')}
      </StepTitle>
      <fieldset className={styles.fields} disabled={registration.isRegistering}>
        <TextField
          control={control}
          name="fullname"
          autoComplete="name"
          errorTexts={{ field_too_long: t('userFields:tooLong', { max: MAX_NAME_LENGTH }) }}
          label={t('userFields:fullname')}
        />
        <TextField
          control={control}
          name="email"
          autoComplete="email"
          inputMode="email"
          label={t('userFields:email')}
          ltr
          onValueChange={() => {
            if (accountExists) {
              form.setFailure(undefined);
            }
          }}
          type="email"
        />
        <PasswordField
          control={control}
          name="password"
          autoComplete="new-password"
          hint={
            <PasswordHelp
              owner={values}
              password={values.password}
              shownError={form.formState.errors.password?.message}
            />
          }
          label={t('password')}
        />
        <PasswordField
          control={control}
          name="confirmation"
          autoComplete="new-password"
          errorTexts={{ password_mismatch: t('password_mismatch') }}
          label={t('confirmation')}
        />
        <UserFields birthdateHint={t('birthdateHint')}>
          <TextField
            control={control}
            name="city"
            autoComplete="address-level2"
            label={t('city')}
            optional={t('userFields:optional')}
          />
        </UserFields>
      </fieldset>
      <FormError
        failure={accountExists ? undefined : form.failure}
        isAnnouncedElsewhere
        keepsEntries
        takesFocus
      />
      <div className={styles.actions}>
        <Button busy={form.formState.isSubmitting || registration.isRegistering} type="submit">
          {t('next')}
        </Button>
      </div>
    </Form>
  );
}

import { useWatch, type Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useEffect, useRef, type ReactNode } from 'react';
import type { PasswordWarningProps } from '#entities/password/PasswordWarning.tsx';
import { passwordRules } from '#entities/password/passwordRules.ts';
import { UserFields } from '#entities/user/UserFields.tsx';
import { MAX_NAME_LENGTH } from '#entities/user/userValues.ts';
import { ApiError } from '#lib/apiError.ts';
import { Button } from '#ui/Button.tsx';
import { Drawing, Icon } from '#ui/Icon.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { PasswordField } from '#ui/form/PasswordField.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { closeOnFailure, NoNotice } from '#ui/lazy/loadFailures.tsx';
import type { SignupValues } from './signupValues.ts';
import type { Signup } from './useSignup.ts';
import helpStyles from './PasswordHelp.module.css';
import styles from './Step.module.css';

const ExistingUserOffer = lazyComponent(
  async () => (await import('./ExistingUserOffer.tsx')).ExistingUserOffer,
  {
    translations: ['signupSteps'],
    Failed: closeOnFailure(({ onDecline }) => {
      onDecline();
    }),
  },
);

type DetailsStepProps = Pick<Signup, 'form' | 'isBack' | 'registration'>;

/** Step 0: the user's details, in the order of validation (spec §5). */
export function DetailsStep({ form, isBack, registration }: DetailsStepProps) {
  const { t } = useTranslation(['signup', 'userFields']);
  const { control } = form;
  const accountExists =
    form.failure instanceof ApiError && form.failure.code === 'user_already_exists';
  const isRegistering = registration.progress !== 'entering';
  return (
    <Form form={{ ...form, failure: undefined }}>
      {accountExists && (
        <ExistingUserOffer
          onDecline={() => {
            form.setFailure(undefined);
          }}
          values={form.getValues()}
        />
      )}
      <StepTitle isHidden takesFocus={isBack && !accountExists}>
        {t('steps.details')}
      </StepTitle>
      <fieldset className={styles.fields} disabled={isRegistering}>
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
            <PasswordHelp control={control} shownError={form.formState.errors.password?.message} />
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
        <Button busy={form.formState.isSubmitting || isRegistering} type="submit">
          {t('next')}
        </Button>
      </div>
    </Form>
  );
}

const CIRCLE_DRAWING = 'M12 19.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15Z';

const PasswordStrength = lazyComponent(
  async () => (await import('./PasswordStrength.tsx')).PasswordStrength,
  { translations: ['errors', 'signupSteps'], Failed: NoNotice },
);

interface PasswordHelpProps extends Pick<PasswordWarningProps, 'shownError'> {
  control: Control<SignupValues>;
}

/** The rules for a password, checked as it is typed, and its strength. */
function PasswordHelp({ control, shownError }: PasswordHelpProps) {
  const { t } = useTranslation('signup');
  const [password, fullname, email] = useWatch({
    control,
    name: ['password', 'fullname', 'email'],
  });
  return (
    <div className={helpStyles.help}>
      <p>{t('rules.title')}</p>
      <ul className={helpStyles.rules}>
        {passwordRules.map(({ id, isMet }) => {
          const kept = isMet(password);
          return (
            <li className={helpStyles.rule} data-met={kept} key={id}>
              {kept ? <Icon name="check" size={16} /> : <Drawing path={CIRCLE_DRAWING} size={16} />}
              <span>{t(`rules.${id}`)}</span>
              <span className="visually-hidden">{`(${t(kept ? 'rules.kept' : 'rules.missing')})`}</span>
            </li>
          );
        })}
      </ul>
      <div className={password ? helpStyles.status : undefined} role="status">
        {password && (
          <PasswordStrength
            owner={{ fullname, email }}
            password={password}
            shownError={shownError}
          />
        )}
      </div>
    </div>
  );
}

interface StepTitleProps {
  children: ReactNode;
  id?: string;
  /** False when the screen has just been opened, or something else is announced first. */
  takesFocus?: boolean;
  /** The screen already shows the name of the step. */
  isHidden?: boolean;
}

/** The heading of a step. It takes the focus when the step begins. */
export function StepTitle({ children, id, takesFocus = true, isHidden = false }: StepTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!takesFocus) {
      return;
    }
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [takesFocus]);
  return (
    <h2 className={isHidden ? 'visually-hidden' : styles.title} id={id} ref={heading} tabIndex={-1}>
      {children}
    </h2>
  );
}

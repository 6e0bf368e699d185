import Alert from '@mui/material/Alert';
import Button, { type ButtonProps } from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useId, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import Typography from '@mui/material/Typography';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import type { Elements } from '#ui/elements.ts';
import { useFieldErrorMessage } from '#ui/form/TextField.tsx';
import { useFirstErrorFocus, type Form, useForm } from '#ui/form/useForm.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';

export function DialogButton({
  dialog,
  ...button
}: ButtonProps & { dialog: (close: () => void) => Elements }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        {...button}
        onClick={() => {
          setIsOpen(true);
        }}
      />
      {isOpen &&
        dialog(() => {
          setIsOpen(false);
        })}
    </>
  );
}

interface DialogFormProps extends Omit<ComponentProps<'form'>, 'title'> {
  title: ReactNode;
  maxWidth?: 'xs' | 'sm';
  /** The label of the button that sends the form. */
  action: string;
  danger?: boolean;
  isBusy: boolean;
  failure: Elements;
  children: Elements;
  onClose: () => void;
}

/** A dialog with a form, which stays open until it is sent. A failure is shown above the buttons, and loses nothing. */
export function DialogForm(props: DialogFormProps) {
  const { title, maxWidth = 'sm', action, danger = false, isBusy, failure, ...rest } = props;
  const { t } = useTranslation('staff');
  const { children, onClose, ...form } = rest;
  const id = useId();
  const close = () => {
    // What the server answers must be seen.
    if (!isBusy) {
      onClose();
    }
  };
  return (
    <Dialog aria-labelledby={id} fullWidth maxWidth={maxWidth} onClose={close} open>
      <form {...form}>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent>
          <Stack spacing={2} sx={{ paddingBlockStart: 1 }}>
            {children}
            {failure && <Alert severity="error">{failure}</Alert>}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button disabled={isBusy} onClick={close}>
            {t('cancel')}
          </Button>
          <Button
            color={danger ? 'error' : 'primary'}
            loading={isBusy}
            type="submit"
            variant="contained"
          >
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface FormDialogProps<Values extends FieldValues> extends Pick<
  DialogFormProps,
  'title' | 'action' | 'danger' | 'children' | 'onClose'
> {
  form: Form<Values>;
  /** Beside why it failed, such as what somebody else has done meanwhile. */
  failureNote?: Elements;
}

/** As {@link DialogForm}, with the state of `useForm`. */
export function FormDialog<Values extends FieldValues>(props: FormDialogProps<Values>) {
  const { form, failureNote, ...dialog } = props;
  const errorMessage = useErrorMessage();
  const element = useRef<HTMLFormElement>(null);
  useFirstErrorFocus(form, element);
  return (
    <DialogForm
      failure={
        form.failure !== undefined && (
          <>
            <div>{errorMessage(form.failure)}</div>
            {failureNote}
          </>
        )
      }
      isBusy={form.formState.isSubmitting}
      noValidate
      onSubmit={form.onSubmit}
      ref={element}
      {...dialog}
    />
  );
}

type FormFieldProps<Values extends FieldValues> = {
  form: Form<Values>;
  name: Path<Values>;
  /** Texts for error codes that have another one in this field. */
  errorTexts?: Readonly<Record<string, string>>;
} & Omit<TextFieldProps, 'error' | 'form' | 'name'>;

/** MUI's text field as a field of a form. */
export function FormField<Values extends FieldValues>(props: FormFieldProps<Values>) {
  const { form, name, helperText, errorTexts = {}, ...field } = props;
  const fieldErrorMessage = useFieldErrorMessage();
  const { ref, ...registered } = form.register(name);
  const code = form.getFieldState(name, form.formState).error?.message;
  return (
    <TextField
      {...field}
      {...registered}
      error={code !== undefined}
      fullWidth
      helperText={code === undefined ? helperText : (errorTexts[code] ?? fieldErrorMessage(code))}
      inputRef={ref}
    />
  );
}

type Texts = Record<LanguageCode, string>;

/** The errors of the fields without a text. */
export const missingTexts = ({ en, fr, ar }: Texts) => ({
  en: en.trim() ? undefined : 'malformed_request',
  fr: fr.trim() ? undefined : 'malformed_request',
  ar: ar.trim() ? undefined : 'malformed_request',
});

interface LocalizedFieldsProps<Values extends Texts> {
  form: Form<Values>;
  /** The label of a field, by the name of its language. */
  label: (language: string) => string;
  /** Said of a field without a text. */
  missing: string;
  maxLength: number;
  multiline?: boolean;
}

export function LocalizedFields<Values extends Texts>(props: LocalizedFieldsProps<Values>) {
  const { form, label, missing, maxLength, multiline = false } = props;
  return languages.map(({ code, ownName, direction }) => (
    <FormField
      errorTexts={{ malformed_request: missing }}
      form={form}
      key={code}
      label={label(ownName)}
      name={code as Path<Values>}
      slotProps={{ htmlInput: { dir: direction, lang: code, maxLength } }}
      {...(multiline && { multiline, minRows: 2 })}
    />
  ));
}

interface RemoveDialogProps {
  question: string;
  name: string | undefined;
  effect?: string;
  onRemove: () => Promise<void>;
  onClose: () => void;
}

export function RemoveDialog({ question, name, effect, onRemove, onClose }: RemoveDialogProps) {
  const { t } = useTranslation('staff');
  const form = useForm({ defaultValues: {}, validate: () => ({}), submit: onRemove });
  return (
    <FormDialog action={t('remove')} danger form={form} onClose={onClose} title={question}>
      <Typography>{name}</Typography>
      {effect === undefined ? null : <Typography>{effect}</Typography>}
    </FormDialog>
  );
}

import type { Path } from 'react-hook-form';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import type { Form } from '#ui/form/useForm.ts';
import { FormField } from './FormDialog.tsx';

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

/** A text in each language. */
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

import {
  useController,
  type Control,
  type FieldPathByValue,
  type FieldValues,
} from 'react-hook-form';
import { Field, useFieldErrorMessage } from './TextField.tsx';
import styles from './TextField.module.css';

interface TextAreaProps<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPathByValue<Values, string>;
  label: string;
  maxLength: number;
  rows: number;
}

/** A field for a text of several lines. */
export function TextArea<Values extends FieldValues>(props: TextAreaProps<Values>) {
  const { control, name, label, ...area } = props;
  const { field, fieldState } = useController({ control, name });
  const fieldErrorMessage = useFieldErrorMessage();
  return (
    <Field error={fieldErrorMessage(fieldState.error?.message)} label={label}>
      {(controlProps) => (
        <div className={styles.box}>
          <textarea
            {...controlProps}
            {...area}
            {...field}
            aria-required
            className={styles.input}
            // The text may be in another script than the page.
            dir="auto"
          />
        </div>
      )}
    </Field>
  );
}

import { useId } from 'react';
import {
  useController,
  type Control,
  type FieldPathByValue,
  type FieldValues,
} from 'react-hook-form';
import styles from './CheckboxField.module.css';

interface CheckboxFieldProps<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPathByValue<Values, boolean>;
  label: string;
  hint: string;
}

/** A checkbox with a hint. The row with its label is its target. */
export function CheckboxField<Values extends FieldValues>(props: CheckboxFieldProps<Values>) {
  const { control, name, label, hint } = props;
  const {
    field: { value, onChange, ref },
  } = useController({ control, name });
  const id = useId();
  return (
    <div>
      <label className={styles.label}>
        <input
          aria-describedby={id}
          checked={value}
          name={name}
          onChange={onChange}
          ref={ref}
          type="checkbox"
        />
        <span>{label}</span>
      </label>
      <p className={styles.hint} id={id}>
        {hint}
      </p>
    </div>
  );
}

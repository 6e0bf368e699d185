import styles from './SettingsScreen.module.css';

interface SwitchProps {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** A setting that is on or off, and changes at once. The whole row is its target. */
export function Switch({ label, checked, disabled = false, onChange }: SwitchProps) {
  return (
    <label className={styles.line}>
      <span className={styles.label}>{label}</span>
      <input
        checked={checked}
        className={styles.switch}
        disabled={disabled}
        onChange={(event) => {
          onChange(event.target.checked);
        }}
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox tells by itself whether it is on
        role="switch"
        type="checkbox"
      />
    </label>
  );
}

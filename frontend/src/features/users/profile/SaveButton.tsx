import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import styles from './ProfileForm.module.css';

/** The submit button, in a bar that stays in sight while the form is. Ctrl+Enter or Cmd+Enter in any field submits too. */
export function SaveButton({ isSaving }: { isSaving: boolean }) {
  const { t } = useTranslation('profile');
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        button.current?.click();
      }
    };
    const form = button.current?.form;
    form?.addEventListener('keydown', onKeyDown);
    return () => {
      form?.removeEventListener('keydown', onKeyDown);
    };
  }, []);

  return (
    <div className={styles.saveBar}>
      <Button busy={isSaving} className={styles.save} ref={button} type="submit">
        {t(isSaving ? 'saving' : 'save')}
      </Button>
    </div>
  );
}

import { useEffect, useId, useRef, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#entities/user/user.ts';
import { readUnfinishedUpload } from '#lib/unfinishedUploads.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx';
import { fileOf, type FileField, type ProfileFiles } from './profileFiles.ts';
import { FileReplacement } from './FileReplacement.tsx';
import styles from './FileSection.module.css';

interface FileSectionProps {
  kind: 'cv' | 'video';
  field: FileField;
  user: User;
  files: ProfileFiles;
  /** Shows the current file. */
  View: ComponentType<{ url: string }>;
}

/** One file of a teacher: shows it, and replaces it after a confirmation (spec §2, Profile). */
export function FileSection({ kind, field, user, files, View }: FileSectionProps) {
  const { t } = useTranslation('profileFiles');
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const [isConfirming, setIsConfirming] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const file = fileOf(user, field);
  const formKey = `profile-${field}-${user._id}`;

  // The panel offers to continue an upload that a closed page has interrupted.
  useEffect(() => {
    let isCurrent = true;
    void readUnfinishedUpload(formKey).then((stored) => {
      if (isCurrent && stored) {
        setIsOpen(true);
      }
    });
    return () => {
      isCurrent = false;
    };
  }, [formKey]);

  const startReplacement = () => {
    if (files.canBegin()) {
      setIsConfirming(file !== null);
      setIsOpen(file === null);
    }
  };

  const closeReplacement = () => {
    const { activeElement } = document;
    setIsOpen(false);
    // The focus stays where the user has moved it meanwhile.
    if (activeElement === document.body || section.current?.contains(activeElement)) {
      toggle.current?.focus();
    }
  };

  return (
    <section aria-labelledby={id} className={styles.section} ref={section}>
      <h2 className={styles.title} id={id}>
        {t(`${kind}.title`)}
      </h2>
      <p className={styles.text}>{t(file ? `${kind}.text` : `${kind}.none`)}</p>
      {file?.status && <p className={styles.status}>{t(`${kind}.${file.status}`)}</p>}
      <div className={styles.actions}>
        {file && file.status !== 'refused' && <View url={file.url} />}
        <Button
          aria-expanded={isOpen}
          busy={isSaving}
          variant="outlined"
          onClick={() => {
            if (isOpen) {
              setIsOpen(false);
            } else {
              startReplacement();
            }
          }}
          ref={toggle}
        >
          {t(isOpen ? `${kind}.cancel` : file ? `${kind}.replace` : `${kind}.add`)}
        </Button>
      </div>
      {isOpen && (
        <FileReplacement
          files={files}
          kind={kind}
          onSaved={closeReplacement}
          onSaving={setIsSaving}
          formKey={formKey}
          field={field}
        />
      )}
      <ConfirmDialog
        cancelLabel={t(`${kind}.keep`)}
        confirmLabel={t(`${kind}.choose`)}
        onCancel={() => {
          setIsConfirming(false);
        }}
        onConfirm={() => {
          setIsConfirming(false);
          setIsOpen(true);
        }}
        open={isConfirming}
        title={t(`${kind}.question`)}
      >
        {t(`${kind}.warning`)}
      </ConfirmDialog>
    </section>
  );
}

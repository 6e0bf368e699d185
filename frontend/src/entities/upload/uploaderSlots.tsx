import type {
  ContainerProps,
  DropZoneProps,
  FileListProps,
  FilePickerProps,
} from '@aws-amplify/ui-react-storage';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { Drawing } from '#ui/Icon.tsx';
import styles from './FileUploadPanel.module.css';
import { useUploadPanel } from './uploadPanelContext.ts';

const UPLOAD_DRAWING = 'M12 15.5V5m-4.5 4L12 4.5 16.5 9M4.5 15v4.5h15V15';

/** The wrapper of everything. It also labels the file input, which Amplify leaves unlabelled. */
function Container({ children }: ContainerProps) {
  const { label, accept, errorId } = useUploadPanel();
  const element = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const input = element.current?.querySelector<HTMLInputElement>('input[type="file"]');
    if (!input) {
      return;
    }
    input.accept = accept;
    input.setAttribute('aria-label', label);
    input.setAttribute('aria-invalid', String(errorId !== undefined));
    setOrRemove(input, 'aria-describedby', errorId);
  });

  return (
    <div className={styles.container} ref={element}>
      {children}
    </div>
  );
}

function setOrRemove(element: Element, name: string, value: string | undefined): void {
  if (value === undefined) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value);
  }
}

/** The area to drop a file in, with the button that opens the picker. */
function DropZone(props: DropZoneProps) {
  const { t } = useTranslation('upload');
  const { hasFile, isDisabled } = useUploadPanel();
  return (
    <div
      className={styles.dropZone}
      data-filled={hasFile || undefined}
      data-over={props.inDropZone || undefined}
      hidden={isDisabled}
      onDragEnter={props.onDragEnter}
      onDragLeave={props.onDragLeave}
      onDragOver={props.onDragOver}
      onDragStart={props.onDragStart}
      onDrop={props.onDrop}
      role="presentation"
    >
      <Drawing className={styles.dropIcon} path={UPLOAD_DRAWING} size={28} />
      <p className={styles.dropText}>{t('drop')}</p>
      <div>{props.children}</div>
    </div>
  );
}

function FilePicker({ onClick }: FilePickerProps) {
  const { t } = useTranslation('upload');
  const { label, errorId, hasFile } = useUploadPanel();
  const text = t(hasFile ? 'chooseAnother' : 'choose');
  return (
    <Button
      aria-describedby={errorId}
      aria-label={`${text}, ${label}`}
      variant="outlined"
      onClick={onClick}
    >
      {text}
    </Button>
  );
}

/** Passes on the picked or dropped file, and empties Amplify's own list, because the app uploads files itself. */
function FileList({ files, onDeleteUpload }: FileListProps) {
  const { isDisabled, onFile } = useUploadPanel();
  const passOn = useEffectEvent(() => {
    const [first] = files;
    files.forEach(({ id }) => {
      onDeleteUpload({ id });
    });
    if (first?.file && !isDisabled) {
      onFile(first.file);
    }
  });

  useEffect(() => {
    passOn();
  }, [files]);

  return null;
}

function Nothing() {
  return null;
}

/** Our components for Amplify's uploader. A constant, because React would remount everything for another object. */
export const uploaderSlots = {
  Container,
  DropZone,
  FilePicker,
  FileList,
  FileListHeader: Nothing,
  FileListFooter: Nothing,
};

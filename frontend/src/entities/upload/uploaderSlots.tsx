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
import { useUploadPanel } from './uploadPanelContext.ts';
import styles from './FileUploadPanel.module.css';

const UPLOAD_DRAWING = 'M12 15.5V5m-4.5 4L12 4.5 16.5 9M4.5 15v4.5h15V15';

/** Around everything. It also says what the file input is for, which Amplify leaves without a name. */
function Container({ children }: ContainerProps) {
  const { label, accept, errorId } = useUploadPanel();
  const element = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const input = element.current?.querySelector<HTMLInputElement>('input[type="file"]');
    if (!input) {
      return;
    }
    input.accept = accept;
    input.ariaLabel = label;
    input.ariaInvalid = String(errorId !== undefined);
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

/** Where a file can be dropped, and the button for those who do not drop. */
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
      {props.children}
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
      look="outlined"
      onClick={onClick}
    >
      {text}
    </Button>
  );
}

/** Hands over what was picked or dropped, and leaves nothing in Amplify's own list: files are sent in our way. */
function FileList({ files, onDeleteUpload }: FileListProps) {
  const { isDisabled, onFile } = useUploadPanel();
  const handOver = useEffectEvent(() => {
    const [first] = files;
    files.forEach(({ id }) => {
      onDeleteUpload({ id });
    });
    if (first?.file && !isDisabled) {
      onFile(first.file);
    }
  });

  useEffect(() => {
    handOver();
  }, [files]);

  return null;
}

function Nothing() {
  return null;
}

/** Our parts in Amplify's uploader. One object for good: with another one, React would build all of it anew. */
export const uploaderSlots = {
  Container,
  DropZone,
  FilePicker,
  FileList,
  FileListHeader: Nothing,
  FileListFooter: Nothing,
};

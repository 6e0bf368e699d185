import {
  FileUploader,
  type ContainerProps,
  type DropZoneProps,
  type FileListProps,
  type FilePickerProps,
} from '@aws-amplify/ui-react-storage';
import {
  useId,
  useLayoutEffect,
  useRef,
  createContext,
  use,
  useEffect,
  useEffectEvent,
} from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { Drawing } from '#ui/Icon.tsx';
import { FileError, FileProgress } from './FileProgress.tsx';
import { UnfinishedOffer, useUnfinishedUpload } from './UnfinishedOffer.tsx';
import { isInProgress, type Upload, useUpload } from './upload.ts';
import styles from './FileUploadPanel.module.css';

interface FileUploadPanelProps {
  upload: Upload;
  /** Called when a file was accepted: for places that upload it at once. */
  onChosen?: () => void;
  onRemoved?: () => void;
  /** Asked before an earlier upload continues, and tells the user why it does not. */
  mayContinue?: () => boolean;
  /** Uploads the file again after a failure, where this panel starts the upload. */
  onRetry?: () => void;
  /** Whether the panel shows why an upload failed. Otherwise the form around it does. */
  showsFailure?: boolean;
  /** The uploaded file is being saved: until then it cannot be changed. */
  isSaving?: boolean;
}

/**
 * Amplify's component only takes the file (drop zone, button, input). The app's own components show and upload
 * it, because there is no Cognito that would grant browsers access to the bucket.
 */
export function FileUploadPanel({
  upload,
  onChosen,
  onRemoved,
  mayContinue = () => true,
  onRetry,
  showsFailure = true,
  isSaving = false,
}: FileUploadPanelProps) {
  const { t } = useTranslation('upload');
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const state = useUpload(upload);
  const { name, accept } = upload.kind;
  const { file } = state;
  const problem = state.refusal ?? (showsFailure ? state.failure : undefined);
  const label = t(`${name}.label`);

  const { unfinished, continueUpload, cancel } = useUnfinishedUpload(upload);

  const isDisabled = isInProgress(state) || isSaving;
  const focusFile = () => {
    panel.current?.querySelector<HTMLElement>('[data-phase]')?.focus();
  };

  // The button that chose the file is hidden now. Before the browser paints, it still has the focus.
  useLayoutEffect(() => {
    if (isDisabled && panel.current?.querySelector('[hidden] :focus')) {
      focusFile();
    }
  }, [isDisabled]);

  const onFile = async (chosen: File) => {
    if (await upload.choose(chosen)) {
      cancel();
      onChosen?.();
    }
  };

  const remove = () => {
    // The clicked button disappears with the file, and the one that chooses another file returns.
    flushSync(() => {
      upload.remove();
    });
    panel.current?.querySelector('button')?.focus();
    onRemoved?.();
  };

  return (
    <div aria-label={label} className={styles.panel} ref={panel} role="group">
      {unfinished && (
        <UnfinishedOffer
          onContinue={() => {
            if (!mayContinue()) {
              return;
            }
            // The buttons disappear, and the file appears in the same place.
            flushSync(continueUpload);
            focusFile();
            onChosen?.();
          }}
          onDrop={() => {
            flushSync(cancel);
            panel.current?.querySelector('button')?.focus();
          }}
          unfinished={unfinished}
        />
      )}
      <UploadPanelContext
        value={{
          label,
          accept,
          errorId: problem === undefined ? undefined : id,
          hasFile: file !== undefined,
          isDisabled,
          onFile: (chosen) => void onFile(chosen),
        }}
      >
        <p className={styles.hint}>{t(`${name}.hint`)}</p>
        <FileUploader autoUpload={false} components={uploaderSlots} maxFileCount={1} path="" />
      </UploadPanelContext>
      <FileError failure={problem} id={id} />
      <FileProgress onRemove={isSaving ? undefined : remove} onRetry={onRetry} upload={upload} />
    </div>
  );
}

/** The state that our components inside Amplify's uploader need. Its props cannot carry it. */
interface UploadPanelState {
  /** The accessible name of the file input. */
  label: string;
  accept: string;
  /** The id of the element with the error of the last file. */
  errorId: string | undefined;
  hasFile: boolean;
  /** No other file can be chosen during an upload. */
  isDisabled: boolean;
  onFile: (file: File) => void;
}

const UploadPanelContext = createContext<UploadPanelState | undefined>(undefined);

function useUploadPanel(): UploadPanelState {
  const place = use(UploadPanelContext);
  if (!place) {
    throw new Error('`useUploadPanel` must be used inside `UploadPanelContext`.');
  }
  return place;
}

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
const uploaderSlots = {
  Container,
  DropZone,
  FilePicker,
  FileList,
  FileListHeader: Nothing,
  FileListFooter: Nothing,
};

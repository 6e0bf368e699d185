import { ApiError } from '#lib/apiError.ts';
import type { UnfinishedUpload } from '#lib/unfinishedUploads.ts';
import type { FileKind } from './fileKinds.ts';
import type { Transfer, UploadedFile } from './transfer.ts';

/**
 * The user (`paused`) or a lost connection (`offline`) can interrupt `sending`, which then resumes. After a failure the file is
 * `chosen` again.
 */
export type UploadPhase =
  'empty' | 'checking' | 'chosen' | 'sending' | 'paused' | 'offline' | 'done';

export interface UploadState {
  phase: UploadPhase;
  file: File | undefined;
  /** The share of the file that was sent, from 0 to 1. */
  share: number;
  /** Why the last picked file was rejected. The previous file stays. */
  refusal: unknown;
  /** Why the file could not be sent. */
  failure: unknown;
}

interface PendingSend {
  promise: Promise<UploadedFile>;
  resolve: (file: UploadedFile) => void;
  reject: (failure: unknown) => void;
}

const EMPTY: UploadState = {
  phase: 'empty',
  file: undefined,
  share: 0,
  refusal: undefined,
  failure: undefined,
};

/** Phases of a running upload. */
const IN_PROGRESS: UploadPhase[] = ['sending', 'paused', 'offline'];

export const isInProgress = ({ phase }: UploadState) => IN_PROGRESS.includes(phase);

/**
 * Checks and uploads a chosen file. It is not a component, so it continues while screens change. The next attempt keeps the parts
 * that have arrived.
 */
export class Upload {
  readonly kind: FileKind;
  /** Where a later page continues the upload; none if it does not. */
  readonly formKey: string | undefined;
  #state = EMPTY;
  /** The state to restore if the file that is being checked is rejected. */
  #beforeCheck: UploadState | undefined;
  #transfer: Transfer | undefined;
  #uploaded: UploadedFile | undefined;
  #outcome: PendingSend | undefined;
  #running = new AbortController();
  readonly #listeners = new Set<() => void>();

  constructor(kind: FileKind, formKey?: string) {
    this.kind = kind;
    this.formKey = formKey;
  }

  readonly state = (): UploadState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Replaces the file, if the new one is valid. Returns whether it was. */
  async choose(file: File): Promise<boolean> {
    if (isInProgress(this.#state)) {
      return false;
    }
    const before = this.#beforeCheck ?? this.#state;
    this.#beforeCheck = before;
    this.#change({ phase: 'checking', file, refusal: undefined, failure: undefined });
    const code = await this.kind.check(file);
    // The user has chosen another file meanwhile, or removed it.
    if (this.#state.file !== file) {
      return false;
    }
    this.#beforeCheck = undefined;
    if (code !== undefined) {
      this.#change({ ...before, refusal: new ApiError({ code, status: 0 }) });
      return false;
    }
    this.#forget();
    this.#change({ ...EMPTY, phase: 'chosen', file });
    return true;
  }

  /** Takes the file of an unfinished upload. Sending it continues that upload. */
  continue({ file, uploadId }: UnfinishedUpload): void {
    this.#forget();
    this.#transfer = this.kind.transfer(file, { formKey: this.formKey, unfinishedId: uploadId });
    this.#change({ ...EMPTY, phase: 'chosen', file });
  }

  /** Removes the file. */
  remove(): void {
    this.#forget();
    this.#beforeCheck = undefined;
    this.#change(EMPTY);
  }

  /**
   * Uploads the file unless it is stored already, and returns the stored file. Interruptions only delay it. After a failure,
   * another call sends the missing parts.
   */
  send(): Promise<UploadedFile> {
    if (this.#uploaded) {
      return Promise.resolve(this.#uploaded);
    }
    if (!this.#outcome) {
      this.#outcome = newPendingSend();
      window.addEventListener('offline', this.#onOffline);
      window.addEventListener('online', this.#onOnline);
      this.#run();
    }
    return this.#outcome.promise;
  }

  pause(): void {
    if (this.#state.phase === 'sending') {
      this.#interrupt('paused');
    }
  }

  resume(): void {
    if (this.#state.phase === 'paused') {
      this.#run();
    }
  }

  /** Cancels the upload. The file stays chosen, and another upload starts from the beginning. */
  cancel(): void {
    if (isInProgress(this.#state) || this.#state.phase === 'done') {
      this.#forget();
      this.#change({ phase: 'chosen', share: 0 });
    }
  }

  #run(): void {
    const { file } = this.#state;
    if (!file) {
      return;
    }
    if (!navigator.onLine) {
      this.#change({ phase: 'offline', refusal: undefined, failure: undefined });
      return;
    }
    const transfer = (this.#transfer ??= this.kind.transfer(file, { formKey: this.formKey }));
    this.#running = new AbortController();
    const { signal } = this.#running;
    const onProgress = (share: number) => {
      // Also after an interruption: then it reports the progress.
      if (this.#transfer === transfer && isInProgress(this.#state)) {
        this.#change({ share });
      }
    };
    this.#change({ phase: 'sending', refusal: undefined, failure: undefined });
    transfer.run({ signal, onProgress }).then(
      (uploaded) => {
        if (!signal.aborted) {
          this.#uploaded = uploaded;
          this.#change({ phase: 'done', share: 0 });
          this.#end()?.resolve(uploaded);
        }
      },
      (failure: unknown) => {
        if (signal.aborted) {
          return;
        }
        if (navigator.onLine) {
          this.#change({ phase: 'chosen', share: 0, failure });
          this.#end()?.reject(failure);
        } else {
          this.#change({ phase: 'offline' });
        }
      },
    );
  }

  #interrupt(phase: UploadPhase): void {
    this.#running.abort();
    this.#change({ phase });
  }

  /** Cancels the transfer and rejects the pending promise. The file stays chosen. */
  #forget(): void {
    this.#running.abort();
    this.#transfer?.cancel?.();
    this.#transfer = undefined;
    this.#uploaded = undefined;
    this.#end()?.reject(this.#running.signal.reason);
  }

  #end(): PendingSend | undefined {
    const outcome = this.#outcome;
    this.#outcome = undefined;
    window.removeEventListener('offline', this.#onOffline);
    window.removeEventListener('online', this.#onOnline);
    return outcome;
  }

  readonly #onOffline = (): void => {
    if (this.#state.phase === 'sending') {
      this.#interrupt('offline');
    }
  };

  readonly #onOnline = (): void => {
    if (this.#state.phase === 'offline') {
      this.#run();
    }
  };

  #change(part: Partial<UploadState>): void {
    this.#state = { ...this.#state, ...part };
    this.#listeners.forEach((listener) => {
      listener();
    });
  }
}

function newPendingSend(): PendingSend {
  const parts: Partial<PendingSend> = {};
  const promise = new Promise<UploadedFile>((resolve, reject) => {
    Object.assign(parts, { resolve, reject });
  });
  return { ...parts, promise } as PendingSend;
}

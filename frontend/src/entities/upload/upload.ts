import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import { ApiError } from '#lib/apiError.ts';
import type { UnfinishedUpload } from './unfinishedUploads.ts';
import type { FileKind } from './fileKinds.ts';
import type { Transfer, UploadedFile } from './api.ts';

/**
 * The user (`paused`) or a lost connection (`offline`) can interrupt `sending`, which then resumes. After a failure the file is
 * `chosen` again.
 */
type UploadPhase = 'empty' | 'checking' | 'chosen' | 'sending' | 'paused' | 'offline' | 'done';

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

/** A chosen file whose check has not ended. */
interface Check {
  file: File;
  verdict: Promise<Verdict>;
}

/** The copy of a valid file, or why the file is rejected. */
type Verdict = { copy: File } | { refusal: ApiError };

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
  /** The files that are being checked, in the order in which they were chosen. */
  #checks: Check[] = [];
  /** The state to restore if all of them are rejected. */
  #beforeChecks = EMPTY;
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

  /**
   * Replaces the file, if the new one is valid. Returns whether it did. A valid file does not, if another valid one was chosen
   * during its check.
   */
  async choose(file: File): Promise<boolean> {
    if (isInProgress(this.#state)) {
      return false;
    }
    if (this.#checks.length === 0) {
      this.#beforeChecks = this.#state;
    }
    const check: Check = { file, verdict: this.#check(file) };
    this.#checks.push(check);
    this.#change({ phase: 'checking', file, refusal: undefined, failure: undefined });
    const verdict = await check.verdict;
    if ('refusal' in verdict) {
      this.#refuse(check, verdict.refusal);
      return false;
    }
    for (let last = this.#checks.at(-1); last !== check; last = this.#checks.at(-1)) {
      // Another file has replaced this one, or the user has removed it.
      if (!last || !this.#checks.includes(check)) {
        return false;
      }
      await last.verdict;
    }
    // The reason why a file that was chosen later was rejected.
    const { refusal } = this.#state;
    this.#forget();
    this.#change({ ...EMPTY, phase: 'chosen', file: verdict.copy, refusal });
    return true;
  }

  async #check(file: File): Promise<Verdict> {
    try {
      const copy = await copyOf(file);
      const code = await this.kind.check(copy);
      return code === undefined ? { copy } : { refusal: new ApiError({ code, status: 0 }) };
    } catch (refusal) {
      return { refusal: refusal as ApiError };
    }
  }

  /** Returns to the file that was chosen before the rejected one, unless another was chosen since. */
  #refuse(check: Check, refusal: ApiError): void {
    const isLast = this.#checks.at(-1) === check;
    this.#checks = this.#checks.filter((other) => other !== check);
    if (isLast) {
      const earlier = this.#checks.at(-1);
      this.#change({ ...(earlier ? { file: earlier.file } : this.#beforeChecks), refusal });
    }
  }

  /** Takes the file of an unfinished upload. Sending it continues that upload. */
  continue({ file, uploadId }: UnfinishedUpload): void {
    this.#forget();
    this.#transfer = this.kind.transfer(file, { formKey: this.formKey, unfinishedId: uploadId });
    this.#change({ ...EMPTY, phase: 'chosen', file });
  }

  remove(): void {
    this.#forget();
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
      if (this.#state.failure !== undefined) {
        this.#change({ refusal: undefined, failure: undefined });
      }
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
      this.#change({ phase: 'offline' });
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
    this.#change({ phase: 'sending' });
    transfer.run({ signal, onProgress }).then(
      (uploaded) => {
        if (!signal.aborted) {
          this.#uploaded = uploaded;
          this.#change({ phase: 'done', share: 0 });
          this.#end()?.resolve(uploaded);
        }
      },
      async (cause: unknown) => {
        const failure = await sendFailure(file, cause);
        if (signal.aborted) {
          return;
        }
        if (navigator.onLine || failure !== cause) {
          this.#change({ phase: 'chosen', share: 0, refusal: undefined, failure });
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

  /** Cancels the checks and the transfer, and rejects the pending promise. The file stays chosen. */
  #forget(): void {
    this.#checks = [];
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

/** The state of an upload. The component renders again when it changes. */
export function useUpload(upload: Upload): UploadState {
  return useSyncExternalStore(upload.subscribe, upload.state);
}

/** The largest CV and the largest photo. */
const IN_MEMORY_BYTES = 5 * 1024 * 1024;

/**
 * A copy of a chosen file in memory, if it is small. A program may change the file later, and a cloud drive may remove it: then nothing of it
 * can be read any more. Throws when that has happened already.
 */
async function copyOf(file: File): Promise<File> {
  if (file.size > IN_MEMORY_BYTES) {
    return file;
  }
  const { name, type, lastModified } = file;
  try {
    return new File([await file.arrayBuffer()], name, { type, lastModified });
  } catch {
    throw unreadable();
  }
}

/** Why a file could not be sent. A browser reports a file that cannot be read as a failed connection. */
async function sendFailure(file: File, failure: unknown): Promise<unknown> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return failure;
  } catch {
    return unreadable();
  }
}

function unreadable(): ApiError {
  return new ApiError({
    code: 'file_unreadable',
    message: i18next.t('upload:unreadable'),
    status: 400,
  });
}

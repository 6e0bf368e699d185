import { ApiError } from '#lib/apiError.ts';
import type { FileKind } from './fileKinds.ts';
import type { Transfer, UploadedFile } from './transfer.ts';

/**
 * `sending` is interrupted by the person (`paused`) or by a lost connection (`offline`), and goes on from there. After a failure
 * the file is still `chosen`.
 */
export type UploadPhase =
  'empty' | 'checking' | 'chosen' | 'sending' | 'paused' | 'offline' | 'done';

export interface UploadState {
  phase: UploadPhase;
  file: File | undefined;
  /** How much of the file has left, from 0 to 1. */
  share: number;
  /** Why the last file that was picked was not taken; the one before is still here. */
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

/** Phases in which somebody waits for the file to arrive. */
const IN_PROGRESS: UploadPhase[] = ['sending', 'paused', 'offline'];

export const isInProgress = ({ phase }: UploadState) => IN_PROGRESS.includes(phase);

/**
 * A file that is chosen, checked, and sent when it is time to. No component: it goes on while screens change, and what has
 * arrived is kept for the next attempt.
 */
export class Upload {
  readonly kind: FileKind;
  #state = EMPTY;
  /** What to go back to when the file that is being checked is not taken. */
  #beforeCheck: UploadState | undefined;
  #transfer: Transfer | undefined;
  #uploaded: UploadedFile | undefined;
  #outcome: PendingSend | undefined;
  #running = new AbortController();
  readonly #listeners = new Set<() => void>();

  constructor(kind: FileKind) {
    this.kind = kind;
  }

  readonly state = (): UploadState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes a file in the place of the one before, unless something is wrong with it; answers whether it was taken. */
  async choose(file: File): Promise<boolean> {
    if (isInProgress(this.#state)) {
      return false;
    }
    const before = this.#beforeCheck ?? this.#state;
    this.#beforeCheck = before;
    this.#change({ phase: 'checking', file, refusal: undefined, failure: undefined });
    const code = await this.kind.check(file);
    // Meanwhile another one was chosen, or none.
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

  /** Takes the file away. */
  remove(): void {
    this.#forget();
    this.#beforeCheck = undefined;
    this.#change(EMPTY);
  }

  /**
   * Sends the file, if it is not there yet, and answers what the server calls it. Interruptions only take time; after a failure
   * another call sends what is missing.
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

  /** Ends the sending, or takes it back. The file stays chosen, and would be sent from its beginning. */
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
    const transfer = (this.#transfer ??= this.kind.transfer(file));
    this.#running = new AbortController();
    const { signal } = this.#running;
    const onProgress = (share: number) => {
      // Also when it was interrupted: then it tells what has arrived.
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

  /** Lets go of everything but the file; who waits for it is told that it was called off. */
  #forget(): void {
    this.#running.abort();
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

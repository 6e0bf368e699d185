import type { Upload } from '#entities/upload/upload.ts';

/** The files of a teacher. */
export interface TeacherFiles {
  cv: Upload;
  video: Upload;
}

/**
 * Keeps the files of a teacher while the steps change. The steps for teachers create them, because they load the code of uploads, with
 * which the first step would be too large.
 */
export class TeacherFilesStore {
  #files: TeacherFiles | undefined;
  readonly #listeners = new Set<() => void>();

  /** Undefined until the steps for teachers are opened. */
  readonly files = (): TeacherFiles | undefined => this.#files;

  readonly open = (create: () => TeacherFiles): TeacherFiles => {
    this.#files ??= this.#listenTo(create());
    return this.#files;
  };

  /** Calls back when a file changes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether a file is chosen. Undefined until the steps for teachers are opened. */
  readonly hasFile = (): boolean | undefined =>
    this.#files && [this.#files.cv, this.#files.video].some((file) => file.state().file);

  #listenTo(files: TeacherFiles): TeacherFiles {
    for (const file of [files.cv, files.video]) {
      file.subscribe(() => {
        this.#listeners.forEach((listener) => {
          listener();
        });
      });
    }
    return files;
  }
}

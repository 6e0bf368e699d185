import { fileKinds } from '#entities/upload/fileKinds.ts';
import { Upload, type UploadState } from '#entities/upload/upload.ts';
import { ApiError } from '#lib/apiError.ts';
import type { TeacherStep } from './signupValues.ts';
import type { TeacherFiles } from './teacherFilesStore.ts';

/** For {@link TeacherFilesStore.open}. */
export function newTeacherFiles(): TeacherFiles {
  return { cv: new Upload(fileKinds.cv), video: new Upload(fileKinds.video, 'signup') };
}

/** Uploads a file that was just chosen, because the server checks it more strictly. Its state has the result. */
export function checkOnServer(file: Upload): void {
  file.send().catch(() => undefined);
}

/** Whether the server refused the file itself, so that another one is needed. */
export function isRefused({ failure }: UploadState): boolean {
  return failure instanceof ApiError && [400, 413, 415, 422].includes(failure.status);
}

/** Uploads the CV and then the video, if there is one (spec §4). What was uploaded before is not uploaded again. */
export async function sendFiles({ cv, video }: TeacherFiles) {
  const curriculum = await cv.send();
  const explanation = video.state().file && (await video.send());
  return { curriculum: curriculum._id, ...(explanation && { video: explanation._id }) };
}

/** The step of the file whose upload failed. */
export function stepOfFile({ cv, video }: TeacherFiles, failure: unknown): TeacherStep | undefined {
  if (cv.state().failure === failure) {
    return 'cv';
  }
  return video.state().failure === failure ? 'video' : undefined;
}

/** Unclaimed files expire after a day, and must then be uploaded again. */
export function cancelExpired({ cv, video }: TeacherFiles, failure: unknown): void {
  if (failure instanceof ApiError && failure.code === 'file_not_found') {
    cv.cancel();
    video.cancel();
  }
}

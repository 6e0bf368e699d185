import { fileKinds } from '#entities/upload/fileKinds.ts';
import { Upload } from '#entities/upload/upload.ts';
import { ApiError } from '#lib/apiError.ts';
import type { TeacherStep } from './steps.ts';

/** The files of a teacher. They outlive the steps, so that going back and forth keeps them. */
export interface TeacherFiles {
  cv: Upload;
  video: Upload;
}

export function newTeacherFiles(): TeacherFiles {
  return { cv: new Upload(fileKinds.cv), video: new Upload(fileKinds.video, 'signup') };
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

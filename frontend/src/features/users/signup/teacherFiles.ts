import { ApiError } from '#lib/apiError.ts';
import { fileKinds } from '#entities/upload/fileKinds.ts';
import { Upload } from '#entities/upload/upload.ts';

/** What teachers send of themselves. They outlive the steps: whoever goes back and forth finds them as they were. */
export interface TeacherFiles {
  cv: Upload;
  video: Upload;
}

export function newTeacherFiles(): TeacherFiles {
  return { cv: new Upload(fileKinds.cv), video: new Upload(fileKinds.video) };
}

/** Sends the CV and then the video, if there is one (spec §4). What has arrived before is not sent again. */
export async function sendFiles({ cv, video }: TeacherFiles) {
  const curriculum = await cv.send();
  const explanation = video.state().file && (await video.send());
  return { curriculum: curriculum._id, ...(explanation && { video: explanation._id }) };
}

/** The server keeps files for a day. What it has cleared away meanwhile has to be sent again. */
export function cancelExpired({ cv, video }: TeacherFiles, failure: unknown): void {
  if (failure instanceof ApiError && failure.code === 'file_not_found') {
    cv.cancel();
    video.cancel();
  }
}

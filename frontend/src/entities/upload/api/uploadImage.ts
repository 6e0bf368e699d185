import { sendFile } from '../sendFile.ts';
import type { TransferOptions, UploadedFile } from '../transfer.ts';

/** Uploads a photo, which a profile can claim (contract, call 12). */
export function uploadImage(file: File, options: TransferOptions): Promise<UploadedFile> {
  return sendFile('/file/image', 'image', file, options);
}

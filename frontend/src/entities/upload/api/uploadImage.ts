import { sendFile } from '../sendFile.ts';
import type { TransferOptions, UploadedFile } from '../transfer.ts';

/** Keeps a photo on the server for an account to claim (contract, call 12). */
export function uploadImage(file: File, options: TransferOptions): Promise<UploadedFile> {
  return sendFile('/file/image', 'image', file, options);
}

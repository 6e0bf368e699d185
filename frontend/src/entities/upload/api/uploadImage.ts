import type { TransferOptions, UploadedFile } from '../transfer.ts';
import { sendForm } from '../sendFile.ts';

/** Keeps a photo on the server for an account to claim (contract, call 12). */
export function sendImage(file: File, options: TransferOptions): Promise<UploadedFile> {
  return sendForm('/file/image', 'image', file, options);
}

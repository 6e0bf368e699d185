import type { TransferOptions, UploadedFile } from '../transfer.ts';
import { sendForm } from '../sendFile.ts';

/** Keeps a CV on the server for an account to claim (contract, call 11). */
export function sendDocument(file: File, options: TransferOptions): Promise<UploadedFile> {
  return sendForm('/file/document', 'document', file, options);
}

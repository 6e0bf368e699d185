import { sendFile } from '../sendFile.ts';
import type { TransferOptions, UploadedFile } from '../transfer.ts';

/** Keeps a CV on the server for an account to claim (contract, call 11). */
export function uploadDocument(file: File, options: TransferOptions): Promise<UploadedFile> {
  return sendFile('/file/document', 'document', file, options);
}

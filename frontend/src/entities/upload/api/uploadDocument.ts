import { sendFile } from '../sendFile.ts';
import type { TransferOptions, UploadedFile } from '../transfer.ts';

/** Uploads a CV, which a profile can claim (contract, call 11). */
export function uploadDocument(file: File, options: TransferOptions): Promise<UploadedFile> {
  return sendFile('/file/document', 'document', file, options);
}

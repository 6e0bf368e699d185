import { expect, it } from 'vitest';
import { jsonResponse, mockApi } from '#testing/network.ts';
import { startUpload } from './api.ts';

const start = (data: object) => {
  mockApi({ 'POST /file/video/start-upload': jsonResponse(201, { success: true, data }) });
  return startUpload(new AbortController().signal);
};

it('returns the id of the upload', async () => {
  await expect(start({ uploadId: 'upload-1' })).resolves.toBe('upload-1');
});

it.each([{}, { uploadId: '' }])('rejects a response without an id: %j', async (data) => {
  await expect(start(data)).rejects.toMatchObject({ code: 'upload_id_missing' });
});

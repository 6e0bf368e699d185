import AwsS3 from '@uppy/aws-s3';
import Uppy, { type Body, type Meta } from '@uppy/core';

interface StartedUpload {
  uploadId: string;
  chunkSize: number;
}

interface Part {
  url: string;
  headers: Record<string, string>;
}

/**
 * Uploads a video with Uppy's plugin for multipart uploads to S3, by the requests of docs/uploads.md. Returns the id of the file. It runs
 * in a page of the site.
 */
export async function uploadWithUppy(video: File, token: string): Promise<string> {
  const request = async <Data>(method: string, path: string, body?: FormData | object) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`/api${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body && !isForm && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { data: Data; message: string };
    if (!response.ok) {
      throw new Error(answer.message);
    }
    return answer.data;
  };

  let chunkSize = 0;
  let fileId = '';
  const uppy = new Uppy<Meta, Body>().use(AwsS3, {
    shouldUseMultipart: true,
    limit: 3,
    getChunkSize: () => chunkSize,
    createMultipartUpload: () => Promise.resolve({ uploadId: started.uploadId, key: video.name }),
    signPart: async (_, { uploadId, partNumber, body }) => {
      const form = new FormData();
      form.append('uploadId', uploadId);
      form.append('chunkIndex', String(partNumber - 1));
      form.append('chunkSize', String(body.size));
      const { url, headers } = await request<Part>('POST', '/file/video/upload-chunk', form);
      return { method: 'PUT', url, headers };
    },
    listParts: async (_, { uploadId }) => {
      const { chunks } = await request<{ chunks: { chunkIndex: number; size: number }[] }>(
        'GET',
        `/file/video/${uploadId ?? ''}`,
      );
      return chunks.map(({ chunkIndex, size }) => ({ PartNumber: chunkIndex + 1, Size: size }));
    },
    abortMultipartUpload: async (_, { uploadId }) => {
      await request('DELETE', `/file/video/${uploadId ?? ''}`);
    },
    completeMultipartUpload: async (_, { uploadId, parts }) => {
      const file = await request<{ _id: string; url: string }>(
        'POST',
        '/file/video/finalize-upload',
        { uploadId, originalName: video.name, mimeType: video.type, totalChunks: parts.length },
      );
      fileId = file._id;
      return { location: file.url };
    },
  });
  // Uppy needs the size of the chunks before it asks for the upload.
  const started = await request<StartedUpload>('POST', '/file/video/start-upload');
  ({ chunkSize } = started);
  uppy.addFile({ name: video.name, type: video.type, data: video });
  const result = await uppy.upload();
  const [failed] = result?.failed ?? [];
  if (failed) {
    throw new Error(String(failed.error));
  }
  return fileId;
}

import { client, responseOf } from '#api/client.ts';

/** Deletes a file permanently, and removes it from the profile that refers to it (contract, call 16). */
export async function deleteFile(id: string): Promise<void> {
  await responseOf(client.DELETE('/file/{id}', { params: { path: { id } } }));
}

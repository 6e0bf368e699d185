import { client, responseOf } from '#api/client.ts';

/** Deletes a file for good; a profile that has it has none from then on (contract, call 16). */
export async function deleteFile(id: string): Promise<void> {
  await responseOf(client.DELETE('/file/{id}', { params: { path: { id } } }));
}

import { client, wholeAnswerOf } from '#api/client.ts';

/** Deletes a file for good; a profile that has it has none from then on (contract, call 16). */
export async function deleteFile(id: string): Promise<void> {
  await wholeAnswerOf(client.DELETE('/file/{id}', { params: { path: { id } } }));
}

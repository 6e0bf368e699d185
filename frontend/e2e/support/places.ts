import { readFile } from 'node:fs/promises';
import type { components } from '../../src/api/schema';
import { photoFile } from './files.ts';
import { readStack } from './stack.ts';
import type { Language } from './translations.ts';
import type { SignedInUser } from './users.ts';

type CourseDetails = components['schemas']['CourseDetails'];
type StoredFile = components['schemas']['StoredFile'];

/** The name of a course of the catalogue. */
export async function courseName(courseId: string, language: Language): Promise<string> {
  return (await readCourse(courseId, language)).name;
}

/** Asks for a place in the last run of a course. Throws when the response is an error. */
export async function requestPlace(
  { token }: SignedInUser,
  courseId: string,
  message?: string,
): Promise<void> {
  const { runs } = await readCourse(courseId, 'en');
  await post(token, `courses/${courseId}/requests`, { run: runs.at(-1)?.id, message });
}

/** Sends a photo as the proof that an offered place is paid. Throws when a response is an error. */
export async function sendProof({ token }: SignedInUser, courseId: string): Promise<void> {
  const form = new FormData();
  form.append('paper', new File([await readFile(await photoFile())], 'receipt.jpg'));
  const { data } = (await post(token, 'file/image', form)) as { data: StoredFile };
  await post(token, `courses/${courseId}/place/proof`, { file: data._id });
}

async function post(token: string, path: string, body: FormData | object): Promise<unknown> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${readStack().site}/api/${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      ...(!isForm && { 'Content-Type': 'application/json' }),
    },
    body: isForm ? body : JSON.stringify(body),
  });
  if (!response.ok) {
    throw new Error(`POST ${path} returned ${response.status}: ${await response.text()}`);
  }
  return response.json();
}

async function readCourse(courseId: string, language: Language): Promise<CourseDetails> {
  const response = await fetch(`${readStack().site}/api/courses/${courseId}?lang=${language}`);
  return ((await response.json()) as { data: CourseDetails }).data;
}

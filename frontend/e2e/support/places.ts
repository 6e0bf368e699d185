import type { components } from '../../src/api/schema';
import { readStack } from './stack.ts';
import type { Language } from './translations.ts';
import type { SignedInUser } from './users.ts';

type CourseDetails = components['schemas']['CourseDetails'];

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
  const response = await fetch(`${readStack().site}/api/courses/${courseId}/requests`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ run: runs.at(-1)?.id, message }),
  });
  if (!response.ok) {
    throw new Error(
      `The request for a place returned ${response.status}: ${await response.text()}`,
    );
  }
}

async function readCourse(courseId: string, language: Language): Promise<CourseDetails> {
  const response = await fetch(`${readStack().site}/api/courses/${courseId}?lang=${language}`);
  return ((await response.json()) as { data: CourseDetails }).data;
}

import type { components } from '../../src/api/schema';
import { linkIn, nextMailTo } from './emails.ts';
import { readStack } from './stack.ts';

type Registration = components['schemas']['Registration'];
type User = components['schemas']['User'];

/** Somebody with an account of the running stack. */
export interface Person extends Registration {
  id: string;
}

/** What somebody whom nobody else is sends to sign up. */
export function registration(overrides: Partial<Registration> = {}): Registration {
  return {
    fullname: 'Amina Benali',
    phone1: '+213551234567',
    email: `${crypto.randomUUID()}@example.org`,
    address: '12 rue Didouche Mourad, Algiers',
    password: 'Correct horse 1',
    type: 'student',
    country: 'Algeria',
    ...overrides,
  };
}

/** Somebody who has signed up, and done nothing else. */
export async function registered(overrides: Partial<Registration> = {}): Promise<Person> {
  const sent = registration(overrides);
  const { data } = await post<{ data: User }>('/users/register', sent);
  return { ...sent, id: data._id };
}

/** Somebody who has signed up, and followed the link in the mail. */
export async function verified(overrides: Partial<Registration> = {}): Promise<Person> {
  const person = await registered(overrides);
  const link = linkIn(await nextMailTo(person.email));
  await post('/users/verify-email', { token: link.split('token=')[1] });
  return person;
}

/** Somebody who has an account and a token. */
export interface Member extends Person {
  token: string;
}

/** Somebody who has just signed in. */
export async function signedIn(overrides: Partial<Registration> = {}): Promise<Member> {
  const person = await verified(overrides);
  const { email, password } = person;
  const { token } = await post<{ token: string }>('/users/login', { email, password });
  return { ...person, token };
}

/** A call of the API that has to succeed. */
async function post<Answer>(path: string, body: object): Promise<Answer> {
  const answer = await fetch(`${readStack().site}/api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) {
    throw new Error(`${path} answers ${answer.status}: ${text}`);
  }
  return JSON.parse(text) as Answer;
}

import type { Page } from '@playwright/test';
import type { components } from '../../src/api/schema';
import { linkIn, nextEmailTo } from './emails.ts';
import { readStack } from './stack.ts';
import type { Language } from './translations.ts';

type Registration = components['schemas']['Registration'];
type User = components['schemas']['User'];

/** A user of the running stack, with the values of the registration. */
export interface TestUser extends Registration {
  id: string;
}

export interface SignedInUser extends TestUser {
  /** The access token. */
  token: string;
}

/** The body of a registration with a unique email address. */
function registration(overrides: Partial<Registration> = {}): Registration {
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

/** Registers a user, whose email address stays unverified. The verification email is in the given language. */
export async function registerUser(
  overrides: Partial<Registration> = {},
  language: Language = 'en',
): Promise<TestUser> {
  const body = registration(overrides);
  const { data } = await post<{ data: User }>(`/users/register?lang=${language}`, body);
  return { ...body, id: data._id };
}

/** Registers a user and verifies the email address through the emailed link. */
export async function createVerifiedUser(overrides: Partial<Registration> = {}): Promise<TestUser> {
  const user = await registerUser(overrides);
  const link = linkIn(await nextEmailTo(user.email));
  await post('/users/verify-email', { token: link.split('token=')[1] });
  return user;
}

/** Creates a verified user and signs them in. */
export async function createSignedInUser(
  overrides: Partial<Registration> = {},
): Promise<SignedInUser> {
  return signInAgain(await createVerifiedUser(overrides));
}

/** Signs a user in as a device of its own. */
export async function signInAgain(user: TestUser): Promise<SignedInUser> {
  const { email, password } = user;
  const { token } = await post<{ token: string }>('/users/login', { email, password });
  return { ...user, token };
}

/** Ends all sessions of a user but that of the access token. */
export async function endOtherSessions(token: string): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` };
  await fetch(`${readStack().site}/api/users/me/sessions`, { method: 'DELETE', headers });
}

/** Whether the server accepts an access token. */
export async function isLive(token: string): Promise<boolean> {
  const headers = { Authorization: `Bearer ${token}` };
  return (await fetch(`${readStack().site}/api/users/me`, { headers })).ok;
}

/** Reads the profile of a signed-in user from the API. */
export async function readProfile(page: Page, { token }: SignedInUser): Promise<User> {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await page.request.get('/api/users/me', { headers });
  return ((await response.json()) as { data: User }).data;
}

/** Sends a request to the API, and throws when the response is an error. */
async function post<ResponseBody>(path: string, body: object): Promise<ResponseBody> {
  const response = await fetch(`${readStack().site}/api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(`POST ${path} returned ${response.status}: ${text}`);
  }
  return JSON.parse(text) as ResponseBody;
}

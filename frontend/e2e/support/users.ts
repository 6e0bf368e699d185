import type { Page } from '@playwright/test';
import legal from '../../../shared/data/legal.json' with { type: 'json' };
import sample from '../../../shared/data/sample-user.json' with { type: 'json' };
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
    ...(sample as Omit<Registration, 'email'>),
    email: `${crypto.randomUUID()}@example.org`,
    // Users who have not agreed are asked before they can use most screens.
    consent: { terms: legal.terms.at(-1) ?? '', privacy: legal.privacy.at(-1) ?? '' },
    ...overrides,
  };
}

/** Registers a user, whose email address stays unverified. The verification email is in the given language. */
export function registerUser(
  overrides: Partial<Registration> = {},
  language: Language = 'en',
): Promise<TestUser> {
  return register(registration(overrides), language);
}

/** Registers a user and verifies the email address through the emailed link. */
export async function createVerifiedUser(
  overrides: Partial<Registration> = {},
  language: Language = 'en',
): Promise<TestUser> {
  return verifyEmail(await registerUser(overrides, language));
}

/** Creates a verified user who has not agreed to the terms. */
export async function createUserWithoutConsent(): Promise<TestUser> {
  const { consent: _, ...body } = registration();
  return verifyEmail(await register(body));
}

async function register(body: Registration, language: Language = 'en'): Promise<TestUser> {
  const { data } = await post<{ data: User }>(`/users/register?lang=${language}`, body);
  return { ...body, id: data._id };
}

async function verifyEmail(user: TestUser): Promise<TestUser> {
  const link = linkIn(await nextEmailTo(user.email));
  await post('/users/verify-email', { token: link.split('token=')[1] });
  return user;
}

/** Creates a verified user and signs them in. */
export async function createSignedInUser(
  overrides: Partial<Registration> = {},
  language: Language = 'en',
): Promise<SignedInUser> {
  return signInAgain(await createVerifiedUser(overrides, language));
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

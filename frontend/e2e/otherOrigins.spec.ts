import { expect, test, type Page } from '@playwright/test';
import { codeIn, emailsTo, nextEmailTo } from './support/emails.ts';
import { readStack } from './support/stack.ts';
import { createVerifiedUser, type TestUser } from './support/users.ts';

const NEW_PASSWORD = 'Another horse 2';

/** The origins that the stack of the tests allows (scripts/stack/test/stack.py), and one that it does not. */
const ofSameSite = 'http://localhost:3000';
const ofOtherSite = 'http://app.example:3000';
const notAllowed = 'http://localhost:3001';

interface Sent {
  token?: string;
  key?: string;
  body?: object;
}

/** Shows an empty page of an origin. */
async function openPageOf(page: Page, origin: string): Promise<void> {
  await page.route(`${origin}/`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Client</title>' }),
  );
  await page.goto(`${origin}/`);
}

/** Sends a request to the API with cookies, as a script of the page does. */
function send(page: Page, method: string, path: string, { token, key, body }: Sent = {}) {
  // Its address is of the same site as pages of localhost.
  const url = readStack().api.replace('127.0.0.1', 'localhost') + path;
  const headers = {
    ...(body && { 'Content-Type': 'application/json' }),
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(key && { 'Idempotency-Key': key }),
  };
  return page.evaluate(
    async ([address, init]) => {
      const response = await fetch(address, { ...init, credentials: 'include' });
      const content = (await response.json()) as { token?: string; code?: string };
      return { status: response.status, etag: response.headers.get('ETag'), ...content };
    },
    [url, { method, headers, ...(body && { body: JSON.stringify(body) }) }] as const,
  );
}

/** Has a reset code checked, logs in and reads the profile. Returns the response to a new password. */
async function useApi(page: Page, { email, password }: TestUser) {
  // A login is reported by email, so the code is requested before it.
  const known = (await emailsTo(email)).length;
  await send(page, 'POST', '/users/request-reset', { body: { email } });
  const resetCode = codeIn(await nextEmailTo(email, known));
  const verified = await send(page, 'POST', '/users/verify-reset-code', {
    key: crypto.randomUUID(),
    body: { email, resetCode },
  });
  expect(verified.status).toBe(200);

  const { token = '' } = await send(page, 'POST', '/users/login', { body: { email, password } });
  const profile = await send(page, 'GET', '/users/me', { token });
  expect(profile).toMatchObject({ status: 200, data: { email } });
  expect(profile.etag).not.toBeNull();

  return send(page, 'POST', '/users/reset-password', {
    body: { email, newPassword: NEW_PASSWORD },
  });
}

test('a page of an allowed origin and the same site as the API can do everything', async ({
  page,
}) => {
  await openPageOf(page, ofSameSite);
  expect(await useApi(page, await createVerifiedUser())).toMatchObject({ status: 200 });
});

test('a page of an allowed origin and another site has no cookies', async ({ page }) => {
  await openPageOf(page, ofOtherSite);
  expect(await useApi(page, await createVerifiedUser())).toMatchObject({ code: 'reset_failed' });
});

test('a page of any other origin can read nothing', async ({ page }) => {
  const { email, password } = await createVerifiedUser();
  const refusals: string[] = [];
  page.on('console', (message) => refusals.push(message.text()));
  await openPageOf(page, notAllowed);
  const body = { email, password };
  await expect(send(page, 'POST', '/users/login', { body })).rejects.toThrow('Failed to fetch');
  await expect(send(page, 'GET', '/courses?lang=en')).rejects.toThrow('Failed to fetch');
  const reason = /blocked by CORS policy.*No 'Access-Control-Allow-Origin' header/;
  expect(refusals.filter((text) => reason.test(text))).toHaveLength(2);
});

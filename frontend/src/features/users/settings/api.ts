import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { useQuery } from '@tanstack/react-query';
import { useAccessToken, getAccessToken } from '#api/accessToken.ts';
import { client, responseOf, dataOf } from '#api/client.ts';
import { queryClient } from '#api/queryClient.ts';
import type { components } from '#api/schema.d.ts';
import { userQueryKey } from '#entities/user/currentUser.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { ApiError } from '#lib/apiError.ts';
import { reportUnknownPasskey } from '#lib/passkeys.ts';

/** Replaces the password. Every session ends; returns the access token that replaces the one of this browser. */
export async function changePassword(
  lang: LanguageCode,
  currentPassword: string,
  newPassword: string,
): Promise<string> {
  const body = { currentPassword, newPassword };
  const request = client.PUT('/users/me/password', { params: { query: { lang } }, body });
  return (await responseOf(request)).body.token;
}

export type EmailChange = components['schemas']['EmailChange'];

/**
 * Starts a change of the email address: a link is emailed to the new mailbox. Without a password it sends the link of
 * the pending change again.
 */
export function requestEmailChange(
  lang: LanguageCode,
  email: string,
  password?: string,
): Promise<EmailChange> {
  const body = { email, ...(password !== undefined && { password }) };
  return dataOf(client.POST('/users/me/email', { params: { query: { lang } }, body }));
}

export async function cancelEmailChange(lang: LanguageCode): Promise<void> {
  await responseOf(client.DELETE('/users/me/email', { params: { query: { lang } } }));
}

/** The key of data of the user, so that it is removed at the sign-out. */
const keyOf = (token: string | null, name: string) => [...userQueryKey(token), name] as const;

/** Data of the user that another device, or time, may have changed since. */
function ownQuery<Data>(
  token: string | null,
  name: string,
  fetchData: (options: { signal: AbortSignal }) => Promise<Data>,
) {
  return {
    queryKey: keyOf(token, name),
    queryFn: ({ signal }: { signal: AbortSignal }) => fetchData({ signal }),
    enabled: token !== null,
    staleTime: 0,
  };
}

/** Returns a handler that throws every failure again but those with a code. */
function unless(code: string): (failure: unknown) => void {
  return (failure) => {
    if (!(failure instanceof ApiError && failure.code === code)) {
      throw failure;
    }
  };
}

export type Session = components['schemas']['Session'];

/** Where the user is signed in: the current session first. */
export function useSessions() {
  return useQuery(
    ownQuery(useAccessToken(), 'sessions', (options) =>
      dataOf(client.GET('/users/me/sessions', options)),
    ),
    queryClient,
  );
}

/** Removes the sessions that have ended from the list. */
function removeFromSessions(token: string | null, hasEnded: (session: Session) => boolean) {
  queryClient.setQueryData<Session[]>(keyOf(token, 'sessions'), (sessions) =>
    sessions?.filter((session) => !hasEnded(session)),
  );
}

/** Ends a session of the user. It has ended as well when the server does not know it any more. */
export async function endSession(id: string): Promise<void> {
  const token = getAccessToken();
  const request = client.DELETE('/users/me/sessions/{id}', { params: { path: { id } } });
  await responseOf(request).catch(unless('session_not_found'));
  removeFromSessions(token, ({ _id }) => _id === id);
}

export async function endOtherSessions(): Promise<void> {
  const token = getAccessToken();
  await responseOf(client.DELETE('/users/me/sessions'));
  removeFromSessions(token, ({ isCurrent }) => !isCurrent);
}

export type Passkey = components['schemas']['Passkey'];

/** The passkeys of the user, in the order in which they were added. */
export function usePasskeys() {
  return useQuery(
    ownQuery(useAccessToken(), 'passkeys', (options) =>
      dataOf(client.GET('/users/me/passkeys', options)),
    ),
    queryClient,
  );
}

/** Changes the list without loading it again. */
function updatePasskeys(token: string | null, change: (passkeys: Passkey[]) => Passkey[]) {
  queryClient.setQueryData<Passkey[]>(
    keyOf(token, 'passkeys'),
    (passkeys) => passkeys && change(passkeys),
  );
}

/** Loads the list again, because the API has another state than the list shows. */
function reloadPasskeys(token: string | null): void {
  void queryClient.invalidateQueries({ queryKey: keyOf(token, 'passkeys') });
}

/** Confirms the password, has the authenticator make a passkey, and adds it. The API names it after the device. */
export async function addPasskey(lang: LanguageCode, password: string): Promise<Passkey> {
  const token = getAccessToken();
  const params = { query: { lang } };
  try {
    const [{ startRegistration }, { challenge, options }] = await Promise.all([
      import('@simplewebauthn/browser'),
      dataOf(client.POST('/users/me/passkeys/options', { params, body: { password } })),
    ]);
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
    const response = await startRegistration({ optionsJSON });
    const credential = response as unknown as components['schemas']['PasskeyCredential'];
    const body = { challenge, credential };
    const request = dataOf(client.POST('/users/me/passkeys', { params, body }));
    const passkey = await request.catch(removeFromDevice(optionsJSON.rp.id ?? '', response.id));
    updatePasskeys(token, (passkeys) => [...passkeys, passkey]);
    return passkey;
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 409) {
      reloadPasskeys(token);
    }
    throw failure;
  }
}

/** Returns a handler that throws a failure again. A passkey that the API has refused would remain on the device otherwise. */
function removeFromDevice(
  rpId: string,
  credentialId: string,
): (failure: unknown) => Promise<never> {
  return async (failure) => {
    if (failure instanceof ApiError && failure.status >= 400 && failure.status < 500) {
      await reportUnknownPasskey(rpId, credentialId);
    }
    throw failure;
  };
}

export async function renamePasskey(lang: LanguageCode, id: string, name: string): Promise<void> {
  const token = getAccessToken();
  const params = { path: { id }, query: { lang } };
  try {
    await responseOf(client.PUT('/users/me/passkeys/{id}', { params, body: { name } }));
  } catch (failure) {
    if (failure instanceof ApiError && failure.code === 'passkey_not_found') {
      reloadPasskeys(token);
    }
    throw failure;
  }
  updatePasskeys(token, (passkeys) =>
    passkeys.map((passkey) => (passkey._id === id ? { ...passkey, name } : passkey)),
  );
}

/** Removes a passkey. It is removed as well when the API does not know it any more. */
export async function removePasskey(lang: LanguageCode, id: string): Promise<void> {
  const token = getAccessToken();
  const params = { path: { id }, query: { lang } };
  const request = client.DELETE('/users/me/passkeys/{id}', { params });
  await responseOf(request).catch(unless('passkey_not_found'));
  updatePasskeys(token, (passkeys) => passkeys.filter(({ _id }) => _id !== id));
}

export type ExportStatus = components['schemas']['DataExportDownload'];

/** In milliseconds. Most archives are ready after one or two requests. */
const POLL_INTERVAL = 3000;

const exportQuery = (token: string | null) =>
  ownQuery(token, 'export', (options) => dataOf(client.GET('/users/me/export', options)));

/** The last export of the user's data, null when there is none. Asks again while the archive is being made. */
export function useDataExport() {
  return useQuery(
    {
      ...exportQuery(useAccessToken()),
      refetchInterval: ({ state: { data } }) => data?.state === 'making' && POLL_INTERVAL,
    },
    queryClient,
  );
}

/** Starts an export, or returns the one that is being made. */
export async function requestDataExport(lang: LanguageCode, password: string): Promise<void> {
  const token = getAccessToken();
  const request = client.POST('/users/me/export', {
    params: { query: { lang } },
    body: { password },
  });
  const started = await dataOf(request);
  // The export of a user who has signed out meanwhile was removed, and stays so.
  queryClient.setQueryData<ExportStatus | null>(keyOf(token, 'export'), (known) =>
    known === undefined ? undefined : started,
  );
}

/** A new URL of the archive. The one before may have expired. Undefined when the archive is deleted. */
export async function freshArchiveUrl(): Promise<string | undefined> {
  const dataExport = await queryClient.query(exportQuery(getAccessToken()));
  return dataExport?.url;
}

export async function setReminders(lang: LanguageCode, reminders: boolean): Promise<void> {
  const params = { query: { lang } };
  await responseOf(client.PUT('/users/me/reminders', { params, body: { reminders } }));
}

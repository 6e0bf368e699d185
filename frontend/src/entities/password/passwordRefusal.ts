import { prefix } from 'virtual:known-passwords';
import { isKnownPassword } from './knownPassword.ts';
import { bucketOf } from './knownPasswordBuckets.ts';
import { normalizePassword } from './normalizePassword.ts';
import { isPersonalPassword, type PasswordOwner } from './personalWords.ts';

/** The error codes of passwords that the server refuses although they fulfil the rules of the specification. */
export type PasswordRefusal = 'password_known' | 'password_personal';

/** In milliseconds. After it, the field shows no warning. */
const TIME_LIMIT = 10_000;

/** The entries of the files that were fetched, by their buckets. */
const fetched = new Map<number, Promise<ReadonlySet<string>>>();

/** Predicts whether the server would refuse a password. Without a connection, only the personal words are checked. */
export async function predictRefusal(
  password: string,
  owner: PasswordOwner,
): Promise<PasswordRefusal | undefined> {
  if (await isKnown(normalizePassword(password))) {
    return 'password_known';
  }
  return isPersonalPassword(password, owner) ? 'password_personal' : undefined;
}

async function isKnown(normalized: string): Promise<boolean> {
  const bucket = bucketOf(normalized);
  try {
    const entries = await (fetched.get(bucket) ?? fetchEntries(bucket));
    return isKnownPassword(normalized, (text) => entries.has(text));
  } catch {
    // A hint only: the server checks again.
    return false;
  }
}

/** Fetches the entries of a bucket once. After a failure, the next check tries again. */
function fetchEntries(bucket: number): Promise<ReadonlySet<string>> {
  const entries = fetchText(`${prefix}${bucket}.txt`).then((text) => new Set(text.split('\n')));
  fetched.set(bucket, entries);
  entries.catch(() => fetched.delete(bucket));
  return entries;
}

async function fetchText(url: string): Promise<string> {
  const request = new Request(url, { credentials: 'omit', referrerPolicy: 'no-referrer' });
  const response = await fetch(request, { signal: AbortSignal.timeout(TIME_LIMIT) });
  // The site responds with a page when a later release has replaced the file.
  if (!response.ok || !response.headers.get('Content-Type')?.startsWith('text/plain')) {
    throw new Error(`${url} could not be fetched.`);
  }
  return response.text();
}

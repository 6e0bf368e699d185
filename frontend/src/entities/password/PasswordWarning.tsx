import { useEffect, useState } from 'react';
import { prefix } from 'virtual:known-passwords';
import { Icon } from '#ui/Icon.tsx';
import { useFieldErrorMessage } from '#ui/form/TextField.tsx';
import { validatePasswordLength } from './passwordRules.ts';
import {
  isKnownPassword,
  bucketOf,
  normalizePassword,
  readings,
  lengthOf,
} from './knownPassword.ts';
import styles from './PasswordWarning.module.css';

export interface PasswordWarningProps {
  password: string;
  owner: PasswordOwner;
  /** The error code that the field shows. Its text is not repeated. */
  shownError: string | undefined;
}

/** Warns that the server would refuse a known or a personal password. */
export function PasswordWarning({ password, owner, shownError }: PasswordWarningProps) {
  const refusal = usePredictedRefusal(password, owner.fullname, owner.email);
  return refusal && refusal !== shownError && <RefusalText refusal={refusal} />;
}

/** The text that the server's refusal of a password would have. */
export function RefusalText({ refusal }: { refusal: PasswordRefusal }) {
  const fieldErrorMessage = useFieldErrorMessage();
  return (
    <p className={styles.warning}>
      <Icon className={styles.icon} name="warning" size={16} />
      <span>{fieldErrorMessage(refusal)}</span>
    </p>
  );
}

/** In milliseconds. Fewer checks while typing mean fewer requests that reveal something about the password. */
const PAUSE = 500;

/** Why the server would refuse the password, once the user pauses. Undefined while it is unknown. */
export function usePredictedRefusal(
  password: string,
  fullname: string,
  email: string,
): PasswordRefusal | undefined {
  const [checked, setChecked] = useState<{ password: string; refusal?: PasswordRefusal }>();

  useEffect(() => {
    // A password of a wrong length has another error, which is shown already.
    if (validatePasswordLength(password)) {
      return undefined;
    }
    let isCurrent = true;
    const timer = setTimeout(() => {
      void predictRefusal(password, { fullname, email }).then((refusal) => {
        if (isCurrent) {
          setChecked({ password, ...(refusal && { refusal }) });
        }
      });
    }, PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [password, fullname, email]);

  return checked?.password === password ? checked.refusal : undefined;
}

/** The error codes of passwords that the server refuses although they fulfil the rules of the specification. */
type PasswordRefusal = 'password_known' | 'password_personal';

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

/** The user's data that the hint for a password needs. */
interface PasswordOwner {
  fullname: string;
  email: string;
}

const BRANDS = ['Masar', 'مسار'];
/** The minimum length of a word that counts anywhere in a password. A shorter word counts only at the start. */
const ANYWHERE = 4;
/** The minimum length of a word that counts. */
const SHORTEST = 3;
/** The characters that a password must have without these words: the minimum length of a password. */
const MIN_CHARACTERS = 8;

/**
 * Whether a password without the name, the email address and the name of the product is too short to be a password. The same
 * rules as on the server (`shared/domain/src/password/personal.rs`); `shared/data/password-cases.json` has cases for both.
 */
export function isPersonalPassword(password: string, owner: PasswordOwner): boolean {
  const words = wordsOf(owner);
  return readings(normalizePassword(password)).some((text) => {
    const rest = words.reduce(without, text);
    return rest !== text && lengthOf(rest) < MIN_CHARACTERS;
  });
}

function wordsOf({ fullname, email }: PasswordOwner): string[] {
  // `gmail` counts, `com` does not.
  const labels = email.trim().replace(/\.[^.]*$/u, '');
  const separators = /[^\p{Alphabetic}\p{N}]+/u;
  const words = [fullname, labels].flatMap((text) => text.split(separators));
  // A password may contain a name of two words as one word.
  const joined = [fullname, labels.split('@')[0] ?? ''].map((text) =>
    text.split(separators).join(''),
  );
  const normalized = [...words, ...BRANDS, ...joined].map(normalizePassword);
  // The longest first, so that a shorter word does not remove a part of a longer one.
  return normalized
    .filter((word) => lengthOf(word) >= SHORTEST)
    .sort((one, other) => sizeOf(other) - sizeOf(one));
}

function without(text: string, word: string): string {
  if (lengthOf(word) >= ANYWHERE) {
    return text.replaceAll(word, '');
  }
  return text.startsWith(word) ? text.slice(word.length) : text;
}

/** In bytes of UTF-8, by which the server sorts. */
function sizeOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

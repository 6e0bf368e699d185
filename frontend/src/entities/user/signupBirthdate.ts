import { readStored, removeStored, writeStored } from '#lib/storage.ts';

const KEY = 'birthdate';

interface StoredBirthdate {
  email: string;
  birthdate: string;
}

/** Keeps the birthdate from the sign-up, which is not part of what is sent there, for the profile (contract, double readings). */
export function storeSignupBirthdate(email: string, birthdate: string): void {
  const kept: StoredBirthdate = { email: normalize(email), birthdate };
  writeStored(KEY, JSON.stringify(kept));
}

/** The birthdate that somebody with this e-mail entered on this browser. */
export function storedSignupBirthdate(email: string): string | undefined {
  try {
    const kept = JSON.parse(readStored(KEY) ?? '{}') as Partial<StoredBirthdate>;
    return kept.email === normalize(email) ? kept.birthdate : undefined;
  } catch {
    return undefined;
  }
}

/** For when the profile has a birthdate, or there is no profile any more. */
export function clearSignupBirthdate(): void {
  removeStored(KEY);
}

function normalize(email: string): string {
  return email.trim().toLowerCase();
}

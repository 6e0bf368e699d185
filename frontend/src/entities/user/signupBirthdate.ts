import { readStored, removeStored, writeStored } from '#lib/storage.ts';

const KEY = 'birthdate';

interface StoredBirthdate {
  email: string;
  birthdate: string;
}

/**
 * Stores the birthdate from the sign-up form for the profile, because registration does not send it (contract,
 * double readings).
 */
export function storeSignupBirthdate(email: string, birthdate: string): void {
  const kept: StoredBirthdate = { email: normalize(email), birthdate };
  writeStored(KEY, JSON.stringify(kept));
}

/** The birthdate that was entered in this browser with this email address. */
export function storedSignupBirthdate(email: string): string | undefined {
  try {
    const kept = JSON.parse(readStored(KEY) ?? '{}') as Partial<StoredBirthdate>;
    return kept.email === normalize(email) ? kept.birthdate : undefined;
  } catch {
    return undefined;
  }
}

/** Called when the profile has a birthdate, or the user is deleted. */
export function clearSignupBirthdate(): void {
  removeStored(KEY);
}

function normalize(email: string): string {
  return email.trim().toLowerCase();
}

import { readStored, removeStored, store } from '#lib/storage.ts';

const KEY = 'birthdate';

interface Kept {
  email: string;
  birthdate: string;
}

/** Keeps the birthdate from the sign-up, which is not part of what is sent there, for the profile (contract, double readings). */
export function keepBirthdate(email: string, birthdate: string): void {
  const kept: Kept = { email: normal(email), birthdate };
  store(KEY, JSON.stringify(kept));
}

/** The birthdate that somebody with this e-mail entered on this browser. */
export function keptBirthdate(email: string): string | undefined {
  try {
    const kept = JSON.parse(readStored(KEY) ?? '{}') as Partial<Kept>;
    return kept.email === normal(email) ? kept.birthdate : undefined;
  } catch {
    return undefined;
  }
}

/** For when the profile has a birthdate, or there is no profile any more. */
export function forgetKeptBirthdate(): void {
  removeStored(KEY);
}

function normal(email: string): string {
  return email.trim().toLowerCase();
}

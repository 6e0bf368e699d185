import { readStored, removeStored } from '#lib/storage.ts';

const KEY = 'birthdate';

interface StoredBirthdate {
  email: string;
  birthdate: string;
}

/**
 * The birthdate that was entered in this browser with this email address. Earlier releases stored it for the profile, because they did
 * not send it with the registration.
 */
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

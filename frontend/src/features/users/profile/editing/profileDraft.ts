import type { Country } from '#entities/country/country.ts';
import type { UserValues } from '#entities/user/userValues.ts';
import { removeStored, writeStored } from '#lib/storage.ts';
import { readStoredJson } from '#lib/storedJson.ts';

const KEY = 'profileEdits';
const AREA = 'sessionStorage';

interface ProfileDraft {
  id: string;
  /** The changed fields, as typed; the country by its code, courses by their ids. */
  changes: Record<string, string>;
}

/** Stores the edits of a user for this tab when the session ends. */
export function storeProfileDraft(id: string, edited: UserValues, saved: UserValues): void {
  const kept: ProfileDraft = { id, changes: Object.fromEntries(changesBetween(saved, edited)) };
  writeStored(KEY, JSON.stringify(kept), AREA);
}

/** Returns the profile with the user's stored edits, or undefined without any. Edits of another user are removed. */
export function restoreProfileDraft(
  id: string,
  saved: UserValues,
  countries: Country[],
): UserValues | undefined {
  const kept = readProfileDraft();
  if (kept?.id !== id) {
    clearProfileDraft();
    return undefined;
  }
  const { country: code, courses, ...texts } = kept.changes;
  const country = countries.find((candidate) => candidate.code === code) ?? saved.country;
  const restored = {
    ...saved,
    ...texts,
    country,
    ...(courses !== undefined && { courses: courses.split(' ').filter(Boolean) }),
  };
  return changesBetween(saved, restored).length > 0 ? restored : undefined;
}

/** Called when the edits are saved or discarded. */
export function clearProfileDraft(): void {
  removeStored(KEY, AREA);
}

function changesBetween(saved: UserValues, edited: UserValues): [string, string][] {
  const before = toStrings(saved);
  return Object.entries(toStrings(edited)).filter(([name, text]) => text !== before[name]);
}

function toStrings({ country, courses, ...texts }: UserValues): Record<string, string> {
  return { ...texts, country: country.code, ...(courses && { courses: courses.join(' ') }) };
}

/** An older release may have stored another format. */
function readProfileDraft(): ProfileDraft | undefined {
  const { id, changes } = (readStoredJson(KEY, AREA) ?? {}) as Partial<ProfileDraft>;
  const isKept =
    id !== undefined && Object.values(changes ?? {}).every((text) => typeof text === 'string');
  return isKept && changes ? { id, changes } : undefined;
}

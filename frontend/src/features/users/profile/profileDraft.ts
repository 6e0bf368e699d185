import type { Country } from '#entities/country/country.ts';
import type { PersonValues } from '#entities/user/userValues.ts';
import { readStored, removeStored, store } from '#lib/storage.ts';

const KEY = 'profileEdits';
const AREA = 'sessionStorage';

interface Kept {
  id: string;
  /** The fields that were changed, as they were typed; the country by its code, courses by their ids. */
  changes: Record<string, string>;
}

/** Keeps for this tab what somebody was editing when the session ended. */
export function keepEdits(id: string, edited: PersonValues, saved: PersonValues): void {
  const typed = asText(edited);
  const before = asText(saved);
  const changes = Object.entries(typed).filter(([name, text]) => text !== before[name]);
  const kept: Kept = { id, changes: Object.fromEntries(changes) };
  store(KEY, JSON.stringify(kept), AREA);
}

/** A profile with what its owner was editing, if there is anything. What somebody else was editing is forgotten. */
export function withKeptEdits(
  id: string,
  saved: PersonValues,
  countries: Country[],
): PersonValues | undefined {
  const kept = readKept();
  if (kept?.id !== id) {
    forgetEdits();
    return undefined;
  }
  const { country: code, courses, ...texts } = kept.changes;
  const country = countries.find((candidate) => candidate.code === code) ?? saved.country;
  return {
    ...saved,
    ...texts,
    country,
    ...(courses !== undefined && { courses: courses.split(' ').filter(Boolean) }),
  };
}

/** For when they are saved, or given up. */
export function forgetEdits(): void {
  removeStored(KEY, AREA);
}

function asText({ country, courses, ...texts }: PersonValues): Record<string, string> {
  return { ...texts, country: country.code, ...(courses && { courses: courses.join(' ') }) };
}

/** An older release may have kept something else. */
function readKept(): Kept | undefined {
  try {
    const { id, changes } = JSON.parse(readStored(KEY, AREA) ?? '{}') as Partial<Kept>;
    const isKept =
      id !== undefined && Object.values(changes ?? {}).every((text) => typeof text === 'string');
    return isKept && changes ? { id, changes } : undefined;
  } catch {
    return undefined;
  }
}

import { readStack } from './stack.ts';

/** Fails before the first journey when the site or the API does not respond. */
export default async function globalSetup(): Promise<void> {
  const { site } = readStack();
  for (const path of ['/', '/api/courses?lang=en']) {
    const response = await fetch(site + path).catch((cause: unknown) => {
      throw new Error(`${site} cannot be reached.`, { cause });
    });
    if (!response.ok) {
      throw new Error(`${site + path} returned ${response.status}.`);
    }
  }
}

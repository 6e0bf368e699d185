import { readStack } from './stack.ts';

/** Stops before the first journey when there is no site to make it on. */
export default async function globalSetup(): Promise<void> {
  const { site } = readStack();
  for (const path of ['/', '/api/courses?lang=en']) {
    const answer = await fetch(site + path).catch((cause: unknown) => {
      throw new Error(`${site} cannot be reached.`, { cause });
    });
    if (!answer.ok) {
      throw new Error(`${site + path} answers ${answer.status}.`);
    }
  }
}

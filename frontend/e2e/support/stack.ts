import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The URLs of the running stack. */
export interface Stack {
  site: string;
  /** URL of the API without the site. */
  api: string;
  /** URL of the local AWS, which stores the objects of files. */
  aws: string;
  /** URL of the list of emails that the local AWS received. */
  mail: string;
}

/** The file that describes the running stack. */
export const stackFile = resolve(
  process.env['STACK_FILE'] ?? resolve(import.meta.dirname, '../../../.local/stack.json'),
);

/** Reads the stack file that `scripts/stack` writes. Throws when it is missing or incomplete. */
export function readStack(): Stack {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(stackFile, 'utf8'));
  } catch (error) {
    throw new Error(`The stack file ${stackFile} cannot be read. Is the local stack running?`, {
      cause: error,
    });
  }
  if (!isStack(content)) {
    throw new Error(`The stack file ${stackFile} lacks "site", "api", "aws" or "mail".`);
  }
  return content;
}

function isStack(content: unknown): content is Stack {
  const { site, api, aws, mail } = (content ?? {}) as Partial<Record<keyof Stack, unknown>>;
  return [site, api, aws, mail].every((url) => typeof url === 'string');
}

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** What the journeys have to know of the running stack. */
export interface Stack {
  site: string;
  /** Where the local AWS answers: files are sent to its object storage, and had from there. */
  aws: string;
  /** Where the mails that were sent can be read. */
  mail: string;
}

const file = resolve(
  process.env['STACK_FILE'] ?? resolve(import.meta.dirname, '../../../.local/stack.json'),
);

/** Reads where the stack is. Without a stack there is nothing to test, and that is a failure. */
export function readStack(): Stack {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`The stack file ${file} cannot be read. Is the local stack running?`, {
      cause: error,
    });
  }
  if (!isStack(content)) {
    throw new Error(`The stack file ${file} has no "site", no "aws" or no "mail".`);
  }
  return content;
}

function isStack(content: unknown): content is Stack {
  const { site, aws, mail } = (content ?? {}) as Partial<Record<keyof Stack, unknown>>;
  return [site, aws, mail].every((address) => typeof address === 'string');
}

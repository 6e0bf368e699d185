import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** What the journeys have to know of the running stack. */
export interface Stack {
  site: string;
}

const file = resolve(
  process.env['STACK_FILE'] ?? resolve(import.meta.dirname, '../../.local/stack.json'),
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
  if (!hasSite(content)) {
    throw new Error(`The stack file ${file} has no "site".`);
  }
  return { site: content.site };
}

function hasSite(content: unknown): content is Stack {
  return (
    typeof content === 'object' &&
    content !== null &&
    'site' in content &&
    typeof content.site === 'string'
  );
}

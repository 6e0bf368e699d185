import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { stackFile } from './stack.ts';

const run = promisify(execFile);

/** The operator's tool, which the build of the functions contains. */
const program =
  process.env['OPS_PATH'] ?? resolve(import.meta.dirname, '../../../target/debug/ops');

/** Runs a command of `scripts/ops` on the running stack, and returns what it prints. Throws with its output when it fails. */
export const ops = (...command: string[]): Promise<string> => runOnStack(program, command);

/** As {@link ops}, for the AWS CLI. */
export const aws = (...command: string[]): Promise<string> =>
  runOnStack(resolve(import.meta.dirname, '../../../scripts/aws'), command);

async function runOnStack(file: string, command: string[]): Promise<string> {
  const { stdout } = await run(file, command, { env: { ...process.env, ...stackVariables() } });
  return stdout;
}

/** The variables that `scripts/stack` writes beside the stack file, for shells. */
function stackVariables(): Record<string, string> {
  const lines = readFileSync(stackFile.replace(/\.json$/, '.env'), 'utf8').split('\n');
  return Object.fromEntries(
    lines.filter(Boolean).map((line) => {
      const [name = '', ...value] = line.split('=');
      return [name, value.join('=')];
    }),
  );
}

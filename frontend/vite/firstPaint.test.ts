import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { minifiedScript } from './firstPaint.ts';

it('matches the hash of the inline script in the content security policy of the CDN', () => {
  const hosting = readFileSync(join(import.meta.dirname, '../../infra/hosting.yaml'), 'utf8');
  const hash = createHash('sha256').update(minifiedScript()).digest('base64');
  expect(/script-src (.*)/.exec(hosting)?.[1]).toBe(`'self' 'sha256-${hash}'`);
});

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readCatalogue } from './catalogue.ts';

const MAX_BYTES = 2000;

it.each(readCatalogue().map(({ en }) => [en._id, en.artwork]))(
  'the picture of %s is a small file, if it has one',
  (_, artwork) => {
    if (artwork) {
      const picture = readFileSync(`public/artwork/courses/${artwork}.svg`);
      expect(gzipSync(picture).length).toBeLessThanOrEqual(MAX_BYTES);
    }
  },
);

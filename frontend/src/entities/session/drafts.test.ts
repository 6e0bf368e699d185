import { expect, it } from 'vitest';
import { placeRequestDraft } from './drafts.ts';

it('is for the user who wrote it and its course, until it is cleared', () => {
  const draft = { user: 'amina', course: 'rust', run: 'spring', message: 'Hello' };
  placeRequestDraft.write(draft);
  expect(placeRequestDraft.read('amina', 'rust')).toEqual(draft);
  expect(placeRequestDraft.read('nadir', 'rust')).toBeUndefined();
  expect(placeRequestDraft.read('amina', 'python')).toBeUndefined();
  placeRequestDraft.clear();
  expect(placeRequestDraft.read('amina', 'rust')).toBeUndefined();
});

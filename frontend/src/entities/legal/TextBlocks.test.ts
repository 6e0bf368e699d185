import { describe, expect, it } from 'vitest';
import { readTextBlocks } from './TextBlocks.tsx';

describe('readTextBlocks', () => {
  it('reads each line as a paragraph', () => {
    expect(readTextBlocks('One.\nTwo - or more.')).toEqual([
      { kind: 'paragraph', text: 'One.' },
      { kind: 'paragraph', text: 'Two - or more.' },
    ]);
  });

  it('joins consecutive items to a list', () => {
    expect(readTextBlocks('We store:\n- a name;\n- a photo.\nNo more.\n- But this.')).toEqual([
      { kind: 'paragraph', text: 'We store:' },
      { kind: 'list', points: ['a name;', 'a photo.'] },
      { kind: 'paragraph', text: 'No more.' },
      { kind: 'list', points: ['But this.'] },
    ]);
  });
});

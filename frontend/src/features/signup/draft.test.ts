import { beforeEach, describe, expect, it, vi } from 'vitest';
import { signupDraft } from '../../session/signupDraft.ts';
import { keepDraft, readDraft } from './draft.ts';
import { EMPTY_VALUES } from './values.ts';

const values = {
  ...EMPTY_VALUES,
  fullname: 'Amina',
  password: 'Secret 123',
  confirmation: 'Secret 12',
};

beforeEach(() => {
  sessionStorage.clear();
});

describe('the draft', () => {
  it('keeps everything but the passwords', () => {
    keepDraft({ values, occupation: 'student' });
    expect(readDraft()).toEqual({
      values: { ...values, password: '', confirmation: '' },
      occupation: 'student',
    });
    expect(sessionStorage.getItem('signupDraft')).not.toContain('Secret');
  });

  it('is none before there is one and after it was cleared', () => {
    expect(readDraft()).toBeUndefined();
    keepDraft({ values, occupation: null });
    signupDraft.forget();
    expect(readDraft()).toBeUndefined();
  });

  it.each([
    'not json',
    'null',
    '[]',
    '{"values":{},"occupation":null}',
    JSON.stringify({ values: { ...EMPTY_VALUES, fullname: 1 }, occupation: null }),
    JSON.stringify({ values: { ...EMPTY_VALUES, country: null }, occupation: null }),
    JSON.stringify({ values: { ...EMPTY_VALUES, country: {} }, occupation: null }),
    JSON.stringify({ values: EMPTY_VALUES, occupation: 'company' }),
  ])('is none when what is stored is %s', (stored) => {
    sessionStorage.setItem('signupDraft', stored);
    expect(readDraft()).toBeUndefined();
  });

  it('is none where the browser refuses storage', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'SecurityError');
    });
    keepDraft({ values, occupation: null });
    expect(readDraft()).toBeUndefined();
  });
});

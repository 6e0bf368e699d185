import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from './apiError.ts';

const none = { code: undefined, message: '', fields: {}, missing: [], challenge: undefined };
const of = (body: unknown) => ApiError.fromResponse(400, body);

describe('the error of a response', () => {
  it('has what the API says', () => {
    const challenge = { parameters: {} };
    expect(
      of({
        code: 'email_invalid',
        message: 'No',
        errors: { email: 'email_invalid' },
        missing: [0, 2],
        challenge,
      }),
    ).toMatchObject({
      name: 'ApiError',
      code: 'email_invalid',
      message: 'No',
      status: 400,
      fields: { email: 'email_invalid' },
      missing: [0, 2],
      challenge,
    });
  });

  it.each([
    [undefined],
    [null],
    ['<h1>Bad gateway</h1>'],
    [7],
    [[]],
    [{}],
    [{ code: 1, message: 2, errors: 'email', missing: 3, challenge: 'x' }],
    [{ code: null, message: null, errors: null, missing: null, challenge: null }],
  ])('has only the status when the body is %j', (body) => {
    expect(of(body)).toMatchObject({ ...none, status: 400 });
  });

  it('has no message of a gateway, which is in English whatever the language', () => {
    expect(of({ message: 'Too Many Requests' })).toMatchObject(none);
  });

  it('leaves out values of other types', () => {
    const error = of({ errors: { email: 'email_invalid', phone1: 7 }, missing: [1, '2', 0.5] });
    expect(error.fields).toEqual({ email: 'email_invalid' });
    expect(error.missing).toEqual([1]);
  });

  it('has values of its types, whatever the body is', () => {
    const value = fc.oneof(
      fc.anything(),
      fc.array(fc.anything()),
      fc.dictionary(fc.string(), fc.anything()),
    );
    const body = fc.oneof(
      fc.anything(),
      fc.record(
        { code: value, message: value, errors: value, missing: value, challenge: value },
        { requiredKeys: [] },
      ),
    );
    fc.assert(
      fc.property(body, (response) => {
        const { code, message, fields, missing, challenge } = of(response);
        expect(['string', 'undefined']).toContain(typeof code);
        expect(typeof message).toBe('string');
        expect(Object.values(fields).every((text) => typeof text === 'string')).toBe(true);
        expect(missing.every(Number.isInteger)).toBe(true);
        expect(['object', 'undefined']).toContain(typeof challenge);
        expect(challenge).not.toBeNull();
      }),
    );
  });
});

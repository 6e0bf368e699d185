import i18next, { type i18n } from 'i18next';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import english from '@shared/locales/en/errors.json';
import french from '@shared/locales/fr/errors.json';
import { ApiError } from '#lib/apiError.ts';
import common from '#locales/fr/common.json';
import { errorMessage } from './errorMessage.ts';

let instance: i18n;

beforeAll(async () => {
  instance = i18next.createInstance();
  await instance.init({
    lng: 'fr',
    resources: { en: { errors: english }, fr: { errors: french, common } },
    fallbackLng: false,
  });
});

const textOf = (error: unknown, messages = instance, fallback?: string) =>
  errorMessage(error, instance.getFixedT(null, ['errors', 'common']), messages, fallback);

describe('errorMessage', () => {
  it("prefers the translation of the code to the server's message", () => {
    const error = new ApiError({ code: 'internal_error', message: 'In English', status: 500 });
    expect(textOf(error)).toBe(french.internal_error);
  });

  it('names the request of a fault, by which operators find its cause', () => {
    const error = ApiError.fromResponse(500, { code: 'internal_error', requestId: 'JKJaXmPL=' });
    expect(textOf(error)).toBe(`${french.internal_error} (référence\u00a0: JKJaXmPL=)`);
  });

  it("falls back to the server's message for an unknown code", () => {
    const error = new ApiError({ code: 'brand_new_code', message: 'Un message', status: 400 });
    expect(textOf(error)).toBe('Un message');
  });

  it('does not treat nested or inherited properties as codes', () => {
    const error = new ApiError({ code: 'constructor', message: 'Un message', status: 400 });
    expect(textOf(error)).toBe('Un message');
  });

  it('falls back to the default without code and message', () => {
    expect(textOf(new ApiError({ code: 'brand_new_code', status: 400 }))).toBe(
      french.default_error,
    );
    expect(textOf(new ApiError({ status: 502 }))).toBe(french.default_error);
  });

  it.each([
    [429, 'Too Many Requests'],
    [503, 'Service Unavailable'],
  ])('never shows the English message of a gateway (%i)', (status, message) => {
    const error = ApiError.fromResponse(status, { message });
    expect(textOf(error, instance, 'Pas enregistré')).toBe('Pas enregistré');
  });

  it('never shows the message of an error in the app', () => {
    expect(textOf(new TypeError('x is undefined'))).toBe(french.default_error);
    expect(textOf(undefined)).toBe(french.default_error);
  });

  it('falls back to the text of the screen', () => {
    expect(textOf(new TypeError('x'), instance, 'Not saved')).toBe('Not saved');
  });

  it('says that a part could not be loaded when even the messages could not', async () => {
    const withoutMessages = i18next.createInstance();
    await withoutMessages.init({ lng: 'fr', resources: {} });
    expect(textOf(undefined, withoutMessages)).toBe(common.partFailed);
  });

  it('tells why there was no response', () => {
    expect(textOf(ApiError.unreachable())).toBe(french.service_unavailable);
    expect(textOf(ApiError.timedOut())).toBe(common.unanswered.timeout);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(textOf(ApiError.unreachable())).toBe(common.unanswered.offline);
  });
});

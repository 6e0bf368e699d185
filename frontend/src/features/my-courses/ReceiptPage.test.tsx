import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setAccessToken } from '#api/accessToken.ts';
import type { MyCourse, Proforma, Receipt } from '#entities/my-courses/api.ts';
import { languageOf, languages, type LanguageCode } from '#i18n/languages.ts';
import { dataResponse, errorResponse, mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { expectFocusAfterRetry } from '#testing/retry.ts';
import { student } from '#testing/student.ts';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { MyCoursesScreen } from './MyCoursesScreen.tsx';

const RECEIPT = 'GET /users/me/receipts/2027-000123';
const PATH = '/my-courses/writing/receipts/2027-000123';
const PROFORMA = 'GET /courses/writing/place/proforma';
const me = { 'GET /users/me': dataResponse(student) };

const receipt: Receipt = {
  number: '2027-000123',
  kind: 'payment',
  issuedOn: '2027-01-21',
  amount: '11900.00',
  currency: 'DZD',
  details: {
    language: 'ar',
    operator: {
      name: 'Masar SARL',
      address: '12 rue Didouche Mourad\nAlger',
      registration: 'RC 16/00-1234567',
      tax: 'included',
    },
    learner: 'أمينة بن علي',
    courseId: 'writing',
    course: 'الكتابة الإبداعية',
    runStart: '2027-02-06',
    runEnd: '2027-03-27',
    method: 'ccp',
    receivedOn: '2027-01-20',
    reference: 'MS-7K4Q-92BX',
  },
};

const payer = { name: 'Sonatel SARL', address: '4 rue Larbi, Oran', taxNumber: '0991 6100' };

const responseOf = (changes: Partial<Receipt> = {}, details: Partial<Receipt['details']> = {}) =>
  dataResponse({ ...receipt, ...changes, details: { ...receipt.details, ...details } });

const open = (language: LanguageCode = 'en', path = PATH) =>
  openScreen(MyCoursesScreen, {
    path,
    route: '/my-courses/*',
    language,
    namespaces: ['myCourses', 'myPlace', 'errors'],
  });

const day = (language: LanguageCode, date: string) =>
  new Intl.DateTimeFormat(languageOf(language).dates, { dateStyle: 'long', timeZone: 'UTC' })
    .format(new Date(date))
    .replace(/^1 /, language === 'fr' ? '1er ' : '1 ');

beforeEach(() => {
  setAccessToken('token');
});

describe.each(languages)('a receipt in $ownName', ({ code: language, direction }) => {
  const text = translations[language].myPlace.receipt;

  it('is a document in its own language on a page of any language', async () => {
    const requests = mockApi({ ...me, [RECEIPT]: responseOf({}, { language, payer }) });
    const page = language === 'ar' ? 'en' : 'ar';
    await open(page);
    const document = await screen.findByRole('article');
    expect(document).toHaveAttribute('lang', language);
    expect(document).toHaveAttribute('dir', direction);
    expect(document).toHaveAccessibleName(`${text.kinds.payment} 2027-000123`);
    for (const shown of [
      'Masar SARL',
      'RC 16/00-1234567',
      'أمينة بن علي',
      'الكتابة الإبداعية',
      'CCP',
      text.tax.included,
      'MS-7K4Q-92BX',
      day(language, '2027-01-21'),
      day(language, '2027-01-20'),
      text.day.payment,
      text.payer + payer.name + payer.address,
      payer.taxNumber,
    ]) {
      expect(document).toHaveTextContent(normalizeSpaces(shown));
    }
    expect(document).toHaveTextContent(/11.900/);
    const onPage = translations[page].myPlace.receipt;
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(onPage.kinds.payment);
    expect(screen.getByRole('link', { name: onPage.place })).toHaveAttribute(
      'href',
      '/my-courses/writing',
    );
    expect(requests.find(({ name }) => name === RECEIPT)?.query.get('lang')).toBe(page);
  });

  it('says that the user has none with that number', async () => {
    mockApi({ ...me, [RECEIPT]: errorResponse(404, 'receipt_not_found') });
    await open(language);
    expect(
      await screen.findByRole('heading', { level: 1, name: text.notFound.title }),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: text.place })).toHaveAttribute(
      'href',
      '/my-courses/writing',
    );
  });

  it('is listed on the page of its place', async () => {
    const place: MyCourse = {
      course: { _id: 'writing', name: 'Creative writing', type: 'additional' },
      state: 'declined',
      place: {
        state: 'cancelled',
        receipts: [
          { ...receipt, receivedOn: '2027-01-20' },
          {
            number: '2027-000130',
            kind: 'refund',
            amount: '-5950.00',
            currency: 'DZD',
            receivedOn: '2027-02-01',
          },
        ].map(({ number, kind, amount, currency, receivedOn }) => ({
          number,
          kind: kind as Receipt['kind'],
          amount,
          currency,
          receivedOn,
        })),
      },
    };
    const data = { requested: [place], enrolled: [], past: [] };
    mockApi({ ...me, 'GET /users/me/courses': dataResponse(data) });
    await open(language, '/my-courses/writing');
    const { receipts } = translations[language].myPlace.payment;
    const { kinds } = text;
    const list = await screen.findByRole('list', { name: receipts });
    const [paid, refunded] = within(list).getAllByRole('listitem');
    expect(paid).toHaveTextContent(day(language, '2027-01-20'));
    expect(paid).toHaveTextContent(/11.900/);
    expect(
      within(list).getByRole('link', { name: `${kinds.payment} 2027-000123` }),
    ).toHaveAttribute('href', PATH);
    expect(refunded).toHaveTextContent(kinds.refund);
    expect(refunded).toHaveTextContent(day(language, '2027-02-01'));
    expect(refunded).not.toHaveTextContent(/[-−]\s?\p{Sc}?5/u);
  });
});

describe('a receipt', () => {
  const text = translations.en.myPlace.receipt;

  it('of cash says the tax in the amount, the stamp duty, and what was paid', async () => {
    const cash = { stampDuty: '119.00', total: '12019.00' };
    const tax = { percent: '19', amount: '1900.00' };
    mockApi({ ...me, [RECEIPT]: responseOf({ cash, tax }, { language: 'en' }) });
    await open();
    const document = await screen.findByRole('article');
    const { includedRate } = text.tax;
    expect(document).toHaveTextContent(includedRate.slice(0, includedRate.indexOf('{')));
    for (const shown of [/19% tax: \W*DZD\s1,900/, /DZD\s119/, /DZD\s12,019/]) {
      expect(document).toHaveTextContent(shown);
    }
  });

  it('of a refund without tax and reference says so', async () => {
    const { reference: _, ...details } = receipt.details;
    const data = {
      ...receipt,
      kind: 'refund',
      amount: '-11900.00',
      details: { ...details, language: 'en', operator: { ...details.operator, tax: 'none' } },
    };
    mockApi({ ...me, [RECEIPT]: dataResponse(data) });
    await open();
    const document = await screen.findByRole('article');
    expect(document).toHaveTextContent(text.kinds.refund);
    expect(document).toHaveTextContent(new RegExp(`${text.amount.refund}(DA|DZD) 11,900`));
    expect(document).toHaveTextContent(text.day.refund);
    expect(document).not.toHaveTextContent(text.reference);
    expect(document).not.toHaveTextContent(/tax/);
  });

  it('is printed', async () => {
    const print = vi.spyOn(window, 'print').mockReturnValue();
    mockApi({ ...me, [RECEIPT]: responseOf() });
    await open();
    fireEvent.click(await screen.findByRole('button', { name: text.print }));
    expect(print).toHaveBeenCalledOnce();
  });

  it('says why it could not be loaded, and is loaded again', async () => {
    const responses = { ...me, [RECEIPT]: errorResponse(403, 'forbidden') };
    mockApi(responses);
    await open();
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent(text.failed);
    const succeed = () => (responses[RECEIPT] = responseOf());
    await expectFocusAfterRetry(notice, succeed, new RegExp(`^${text.kinds.payment}`));
    expect(await screen.findByRole('article')).toBeVisible();
  });

  it('says that it loads', async () => {
    mockApi({ ...me, [RECEIPT]: () => new Promise(() => undefined) });
    await open();
    expect(await screen.findByText(text.loading)).toHaveAttribute('role', 'status');
  });
});

describe.each(languages)('a proforma invoice in $ownName', ({ code: language }) => {
  const { proforma: text, receipt: words } = translations[language].myPlace;

  it('says what is still to pay, until when, and who pays, and that it is no receipt', async () => {
    const { method: _, receivedOn: __, ...details } = receipt.details;
    const data: Proforma = {
      issuedOn: '2027-01-02',
      payBy: '2027-01-20',
      amount: '6900.00',
      currency: 'DZD',
      details: { ...details, language, payer },
    };
    mockApi({ ...me, [PROFORMA]: dataResponse(data) });
    await open(language, '/my-courses/writing/proforma');
    const document = await screen.findByRole('article', { name: words.kinds.proforma });
    for (const shown of [
      words.day.proforma + day(language, '2027-01-20'),
      words.amount.proforma,
      words.payer + payer.name + payer.address,
      'MS-7K4Q-92BX',
      text.note,
    ]) {
      expect(document).toHaveTextContent(normalizeSpaces(shown));
    }
    expect(document).toHaveTextContent(/6.900/);
    expect(document).not.toHaveTextContent(words.method);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(words.kinds.proforma);
  });

  it('says that nothing is to be paid', async () => {
    mockApi({ ...me, [PROFORMA]: errorResponse(404, 'place_request_not_found') });
    await open(language, '/my-courses/writing/proforma');
    expect(
      await screen.findByRole('heading', { level: 1, name: text.notFound.title }),
    ).toBeVisible();
  });
});

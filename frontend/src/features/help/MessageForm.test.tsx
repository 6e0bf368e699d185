import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { setAccessToken } from '#api/accessToken.ts';
import { errorResponse, jsonResponse, mockApi, type SentRequest } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { translations } from '#testing/translations.ts';
import { ContactScreen } from './ContactScreen.tsx';

const { contact, errors, signIn, userFields } = translations.en;
const SEND = 'POST /contact';
const sent = jsonResponse(200, { success: true, message: 'Sent' });

const open = async () => {
  await openScreen(ContactScreen, {
    path: '/contact',
    namespaces: ['contact', 'errors', 'signIn', 'userFields'],
  });
  fireEvent.click(screen.getByRole('button', { name: contact.write.open }));
  await screen.findByLabelText(contact.write.message);
};
const enter = (label: string, value: string) => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
};
/** What was sent by the form: the page asks for its own part whether the service answers. */
const bodies = (requests: SentRequest[]) =>
  requests.filter(({ name }) => name === SEND).map(({ body }) => body);
const press = () =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name: contact.write.send }));
    await Promise.resolve();
  });

it('sends what a visitor enters, once each field is filled in', async () => {
  const requests = mockApi({ [SEND]: sent });
  await open();
  await press();
  expect(screen.getByText(errors.fullname_required)).toBeVisible();
  expect(screen.getByText(errors.message_required)).toBeVisible();
  enter(userFields.fullname, 'Amina Benali');
  enter(signIn.fields.email, ' Amina@Example.org ');
  enter(contact.write.message, 'Is it in French?\nThank you.');
  await press();
  expect(await screen.findByText(contact.write.sent)).toHaveFocus();
  expect(bodies(requests)).toEqual([
    {
      fullname: 'Amina Benali',
      email: 'Amina@Example.org',
      message: 'Is it in French?\nThank you.',
    },
  ]);
});

it('needs only the message of a signed-in user', async () => {
  setAccessToken('token');
  const requests = mockApi({ [SEND]: sent });
  await open();
  expect(screen.queryByLabelText(signIn.fields.email)).toBeNull();
  expect(screen.getByLabelText(contact.write.message)).toHaveFocus();
  enter(contact.write.message, 'Hello');
  await press();
  expect(await screen.findByText(contact.write.sent)).toBeVisible();
  expect(bodies(requests)).toEqual([{ message: 'Hello' }]);
});

it('keeps the message after a refusal', async () => {
  setAccessToken('token');
  mockApi({ [SEND]: errorResponse(429, 'too_many_requests') });
  await open();
  enter(contact.write.message, 'Hello');
  await press();
  expect(await screen.findByText(errors.too_many_requests)).toBeVisible();
  expect(screen.getByLabelText(contact.write.message)).toHaveValue('Hello');
});

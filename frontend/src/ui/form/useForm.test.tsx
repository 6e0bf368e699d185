import { act, fireEvent, render, screen } from '@testing-library/react';
import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import errors from '@shared/locales/en/errors.json';
import { ApiError } from '#lib/apiError.ts';
import { Form } from './Form.tsx';
import { TextField } from './TextField.tsx';
import { useForm } from './useForm.ts';

beforeAll(async () => {
  await createInstance()
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { errors } } });
});

function Sample({ submit }: { submit: () => Promise<void> }) {
  const form = useForm({
    defaultValues: { fullname: '', email: '' },
    validate: ({ fullname, email }) => ({
      fullname: fullname ? undefined : 'fullname_required',
      email: email.includes('@') ? undefined : 'email_invalid',
    }),
    submit,
  });
  return (
    <Form form={form}>
      <TextField label="Name" control={form.control} name="fullname" />
      <TextField label="Email" control={form.control} name="email" />
      <button type="submit">Send</button>
      {form.formState.isDirty && 'changed'}
      {form.formState.isSubmitting && 'sending'}
    </Form>
  );
}

function Passwords() {
  const form = useForm({
    defaultValues: { password: '', confirmation: '' },
    validate: ({ password, confirmation }) => ({
      confirmation: password === confirmation ? undefined : 'password_mismatch',
    }),
    submit: () => undefined,
  });
  return (
    <Form form={form}>
      <TextField control={form.control} label="Password" name="password" />
      <TextField control={form.control} label="Again" name="confirmation" />
    </Form>
  );
}

/** Validation is asynchronous. */
const settled = (fire: () => void) =>
  act(async () => {
    fire();
    await new Promise((resolve) => setTimeout(resolve));
  });
const type = (label: string, value: string) =>
  settled(() => {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  });
const leave = (label: string) =>
  settled(() => {
    fireEvent.blur(screen.getByLabelText(label));
  });
const send = () =>
  settled(() => {
    fireEvent.click(screen.getByText('Send'));
  });
const open = (submit = () => Promise.resolve()) => {
  const spy = vi.fn(submit);
  render(<Sample submit={spy} />);
  return spy;
};
const filled = async (submit?: () => Promise<void>) => {
  const spy = open(submit);
  await type('Name', 'Amina');
  await type('Email', 'a@b.c');
  return spy;
};

describe('useForm', () => {
  it('says what is wrong when it is sent, and begins at the first fault', async () => {
    const submit = open();
    expect(screen.getByLabelText('Name')).toBeValid();
    await send();
    expect(submit).not.toHaveBeenCalled();
    expect(screen.getByLabelText('Name')).toHaveFocus();
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription(errors.fullname_required);
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(errors.email_invalid);
    await type('Name', 'Amina');
    expect(screen.getByLabelText('Name')).toBeValid();
  });

  it('says what is wrong with a field that was left with something in it', async () => {
    open();
    await leave('Name');
    await type('Email', 'x');
    expect(screen.getByLabelText('Email')).toBeValid();
    await leave('Email');
    expect(screen.getByLabelText('Email')).toBeInvalid();
    expect(screen.getByLabelText('Name')).toBeValid();
  });

  it('says nothing more while the button that sends is pressed, and everything when it was', async () => {
    open();
    await type('Email', 'x');
    fireEvent.pointerDown(screen.getByText('Send'));
    await leave('Email');
    expect(screen.getByLabelText('Email')).toBeValid();
    await send();
    expect(screen.getByLabelText('Email')).toBeInvalid();
    expect(screen.getByLabelText('Name')).toHaveFocus();
  });

  it('says what is wrong with a field that is left later, when the press ended elsewhere', async () => {
    open();
    await type('Email', 'x');
    fireEvent.pointerDown(screen.getByText('Send'));
    await leave('Email');
    await leave('Email');
    expect(screen.getByLabelText('Email')).toBeInvalid();
  });

  it('shows at its field what the server finds wrong, until it is changed', async () => {
    const fields = { email: 'email_invalid' };
    await filled(() =>
      Promise.reject(new ApiError({ code: 'email_invalid', status: 400, fields })),
    );
    await send();
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(errors.email_invalid);
    expect(screen.queryByRole('alert')).toBeNull();
    await type('Email', 'd@e.f');
    expect(screen.getByLabelText('Email')).toBeValid();
  });

  it('shows any other failure above the fields, until the next attempt', async () => {
    let failure: Error | undefined = new ApiError({ code: 'user_already_exists', status: 409 });
    await filled(() => (failure ? Promise.reject(failure) : Promise.resolve()));
    await send();
    expect(screen.getByRole('alert')).toHaveTextContent(errors.user_already_exists);
    failure = undefined;
    await send();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is sent once, however often that is asked for', async () => {
    let finish: () => void = () => undefined;
    const submit = await filled(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    await send();
    await send();
    expect(submit).toHaveBeenCalledTimes(1);
    expect(screen.getByText(/sending/)).toBeVisible();
    await act(async () => {
      finish();
      await Promise.resolve();
    });
    expect(screen.queryByText(/sending/)).toBeNull();
  });

  it('lets the browser paint the busy button before it validates', async () => {
    let paint: () => void = () => undefined;
    const painted = new Promise<void>((resolve) => {
      paint = resolve;
    });
    vi.stubGlobal('scheduler', { yield: () => painted });
    open();
    await send();
    expect(screen.getByText(/sending/)).toBeVisible();
    expect(screen.getByLabelText('Name')).toBeValid();
    await settled(paint);
    expect(screen.queryByText(/sending/)).toBeNull();
    expect(screen.getByLabelText('Name')).toBeInvalid();
    vi.unstubAllGlobals();
  });

  it('shows no longer what another field has put right', async () => {
    render(<Passwords />);
    await type('Password', 'one');
    await type('Again', 'two');
    await leave('Again');
    expect(screen.getByLabelText('Again')).toBeInvalid();
    await type('Password', 'two');
    expect(screen.getByLabelText('Again')).toBeValid();
    await type('Password', 'three');
    expect(screen.getByLabelText('Again')).toBeInvalid();
  });

  it('knows whether something was changed', async () => {
    await filled();
    expect(screen.getByText(/changed/)).toBeVisible();
    await type('Name', '');
    await type('Email', '');
    expect(screen.queryByText(/changed/)).toBeNull();
  });
});

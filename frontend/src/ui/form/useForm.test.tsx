import { act, fireEvent, render, renderHook, screen } from '@testing-library/react';
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
    initial: { fullname: '', email: '' },
    validate: ({ fullname, email }) => ({
      fullname: fullname ? undefined : 'fullname_required',
      email: email.includes('@') ? undefined : 'email_invalid',
    }),
    submit,
  });
  return (
    <Form form={form}>
      <TextField label="Name" {...form.field('fullname')} />
      <TextField label="Email" {...form.field('email')} />
      <button type="submit">Send</button>
      {form.isDirty && 'changed'}
      {form.isSubmitting && 'sending'}
    </Form>
  );
}

const type = (label: string, value: string) => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
};
const send = async () => {
  await act(async () => {
    fireEvent.click(screen.getByText('Send'));
    await Promise.resolve();
  });
};
const open = (submit = () => Promise.resolve()) => {
  const spy = vi.fn(submit);
  render(<Sample submit={spy} />);
  return spy;
};
const filled = (submit?: () => Promise<void>) => {
  const spy = open(submit);
  type('Name', 'Amina');
  type('Email', 'a@b.c');
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
    type('Name', 'Amina');
    expect(screen.getByLabelText('Name')).toBeValid();
  });

  it('says what is wrong with a field that was left with something in it', () => {
    open();
    fireEvent.blur(screen.getByLabelText('Name'));
    type('Email', 'x');
    expect(screen.getByLabelText('Email')).toBeValid();
    fireEvent.blur(screen.getByLabelText('Email'));
    expect(screen.getByLabelText('Email')).toBeInvalid();
    expect(screen.getByLabelText('Name')).toBeValid();
  });

  it('says nothing more while the button that sends is pressed, and everything when it was', async () => {
    open();
    type('Email', 'x');
    fireEvent.pointerDown(screen.getByText('Send'));
    fireEvent.blur(screen.getByLabelText('Email'));
    expect(screen.getByLabelText('Email')).toBeValid();
    await send();
    expect(screen.getByLabelText('Email')).toBeInvalid();
    expect(screen.getByLabelText('Name')).toHaveFocus();
  });

  it('says what is wrong with a field that is left later, when the press ended elsewhere', () => {
    open();
    type('Email', 'x');
    fireEvent.pointerDown(screen.getByText('Send'));
    fireEvent.blur(screen.getByLabelText('Email'));
    fireEvent.blur(screen.getByLabelText('Email'));
    expect(screen.getByLabelText('Email')).toBeInvalid();
  });

  it('shows at its field what the server finds wrong, until it is changed', async () => {
    const fields = { email: 'email_invalid' };
    filled(() => Promise.reject(new ApiError({ code: 'email_invalid', status: 400, fields })));
    await send();
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(errors.email_invalid);
    expect(screen.queryByRole('alert')).toBeNull();
    type('Email', 'd@e.f');
    expect(screen.getByLabelText('Email')).toBeValid();
  });

  it('shows any other failure above the fields, until the next attempt', async () => {
    let failure: Error | undefined = new ApiError({ code: 'user_already_exists', status: 409 });
    filled(() => (failure ? Promise.reject(failure) : Promise.resolve()));
    await send();
    expect(screen.getByRole('alert')).toHaveTextContent(errors.user_already_exists);
    failure = undefined;
    await send();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is sent once, however often that is asked for', async () => {
    let finish: () => void = () => undefined;
    const submit = filled(
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

  it('keeps what is typed while it is being sent', async () => {
    let finish: () => void = () => undefined;
    const sent = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { result } = renderHook(() =>
      useForm({
        initial: { fullname: '', email: '' },
        validate: () => ({}),
        submit: async (values) => {
          await sent;
          result.current.rebase({ sent: values, values: { fullname: 'Amina', email: 'a@b.c' } });
        },
      }),
    );
    act(() => {
      result.current.setValue('fullname', ' Amina ');
    });
    await act(async () => {
      result.current.onSubmit({ preventDefault: vi.fn() } as never);
      result.current.setValue('email', 'd@e.f');
      finish();
      await sent;
    });
    expect(result.current.values).toEqual({ fullname: 'Amina', email: 'd@e.f' });
    expect(result.current.isDirty).toBe(true);
    expect(result.current.isSubmitting).toBe(false);
  });

  it('knows whether something was changed', () => {
    filled();
    expect(screen.getByText(/changed/)).toBeVisible();
    type('Name', '');
    type('Email', '');
    expect(screen.queryByText(/changed/)).toBeNull();
  });
});

import { act, cleanup, renderHook } from '@testing-library/react';
import fc from 'fast-check';
import { useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { rebaseForm } from './useProfileEditor.ts';

const open = () =>
  renderHook(() => {
    const form = useForm({ defaultValues: { fullname: '', email: '' } });
    return { form, isDirty: form.formState.isDirty };
  }).result;

it('keeps what was typed after the values were sent', () => {
  const opened = open();
  const { form } = opened.current;
  act(() => {
    form.setValue('fullname', ' Amina ', { shouldDirty: true });
  });
  const sent = { ...form.getValues() };
  act(() => {
    form.setValue('email', 'd@e.f', { shouldDirty: true });
    rebaseForm(form, { sent, values: { fullname: 'Amina', email: 'a@b.c' } });
  });
  expect(form.getValues()).toEqual({ fullname: 'Amina', email: 'd@e.f' });
  expect(opened.current.isDirty).toBe(true);
});

it('is as saved when nothing was typed since', () => {
  const opened = open();
  const { form } = opened.current;
  act(() => {
    form.setValue('fullname', ' Amina ', { shouldDirty: true });
    const values = { fullname: 'Amina', email: '' };
    rebaseForm(form, { sent: form.getValues(), values });
  });
  expect(form.getValues('fullname')).toBe('Amina');
  expect(opened.current.isDirty).toBe(false);
});

it('keeps which fields were used, and how often it was sent', async () => {
  const opened = open();
  const { form } = opened.current;
  await act(async () => {
    form.register('fullname', { value: 'x' });
    form.setValue('fullname', ' Amina ', { shouldTouch: true });
    await form.handleSubmit(() => undefined)();
  });
  act(() => {
    rebaseForm(form, { sent: form.getValues(), values: { fullname: 'Amina', email: '' } });
  });
  expect(form.getFieldState('fullname').isTouched).toBe(true);
  expect(form.formState.submitCount).toBe(1);
});

it('differs from what the server has until that is saved', () => {
  const opened = open();
  const { form } = opened.current;
  act(() => {
    const values = { fullname: 'Amina', email: 'a@b.c' };
    rebaseForm(form, { sent: form.getValues(), values, saved: { ...values, email: 'd@e.f' } });
  });
  expect(form.getValues('email')).toBe('a@b.c');
  expect(opened.current.isDirty).toBe(true);
});

it('takes an object that replaces an equal one', () => {
  const [algeria, france] = [{ code: 'DZ' }, { code: 'FR' }];
  const { result } = renderHook(() => {
    const form = useForm({ defaultValues: { country: algeria } });
    return { form, isDirty: form.formState.isDirty };
  });
  const { form } = result.current;
  act(() => {
    // The form submits a copy of its values.
    rebaseForm(form, { sent: structuredClone(form.getValues()), values: { country: france } });
  });
  expect(form.getValues('country')).toEqual(france);
  expect(result.current.isDirty).toBe(false);
});

it('keeps every change since the values were sent, and takes all others', () => {
  const text = fc.constantFrom('', 'a', 'b');
  const fields = fc.record({ fullname: text, email: text });
  fc.assert(
    fc.property(fields, fields, fields, fields, (sent, typed, values, saved) => {
      const opened = open();
      const { form } = opened.current;
      act(() => {
        form.reset(typed);
        rebaseForm(form, { sent, values, saved });
      });
      const expected = {
        fullname: typed.fullname === sent.fullname ? values.fullname : typed.fullname,
        email: typed.email === sent.email ? values.email : typed.email,
      };
      expect(form.getValues()).toEqual(expected);
      const isAsSaved = expected.fullname === saved.fullname && expected.email === saved.email;
      expect(opened.current.isDirty).toBe(!isAsSaved);
      cleanup();
    }),
  );
});

import { act, fireEvent, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { useWatch } from 'react-hook-form';
import { expect, it, vi } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { languageOf, languages } from '#i18n/languages.ts';
import { translations } from '#testing/translations.ts';
import { CheckboxField } from './CheckboxField.tsx';
import { Form } from './Form.tsx';
import { TextField } from './TextField.tsx';
import { useForm } from './useForm.ts';

function Sample() {
  const form = useForm({ defaultValues: {}, validate: () => ({}), submit: vi.fn() });
  return (
    <Form form={form}>
      <button type="submit">Send</button>
    </Form>
  );
}

it.each(languages)('says without scripts that it needs them, in $ownName', async (language) => {
  await startI18n(language, []);
  const root = document.createElement('div');
  document.body.replaceChildren(root);
  root.innerHTML = renderToString(<Sample />);
  const { needsJavaScript } = translations[language.code].common.form;
  expect(root.querySelector('noscript')).toHaveTextContent(needsJavaScript);
  expect(screen.getByRole('button')).toBeDisabled();

  const onRecoverableError = vi.fn();
  await act(async () => {
    hydrateRoot(root, <Sample />, { onRecoverableError });
    await Promise.resolve();
  });
  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(screen.getByRole('button')).toBeEnabled();
});

function SampleFields() {
  const form = useForm({
    defaultValues: { name: '', agrees: false },
    validate: () => ({}),
    submit: vi.fn(),
  });
  const { control } = form;
  const { name, agrees } = useWatch({ control });
  return (
    <Form form={form}>
      <TextField control={control} label="name" name="name" />
      <CheckboxField control={control} hint="" label="agrees" name="agrees" />
      <p>{`${name}, ${agrees ? 'agrees' : 'does not agree'}`}</p>
    </Form>
  );
}

it('adopts what is typed before and during hydration', async () => {
  await startI18n(languageOf('en'), ['errors']);
  const root = document.createElement('div');
  document.body.replaceChildren(root);
  const app = (
    <Suspense>
      <SampleFields />
    </Suspense>
  );
  root.innerHTML = renderToString(app);
  // As the inline script does.
  screen.getByRole<HTMLFieldSetElement>('group').disabled = false;
  fireEvent.input(screen.getByLabelText('name'), { target: { value: 'Ami' } });
  screen.getByLabelText('agrees').click();
  await act(async () => {
    hydrateRoot(root, app);
    fireEvent.input(screen.getByLabelText('name'), { target: { value: 'Amina' } });
    await Promise.resolve();
  });
  expect(await screen.findByText('Amina, agrees')).toBeVisible();
  expect(screen.getByLabelText('name')).toHaveValue('Amina');
  expect(screen.getByLabelText('agrees')).toBeChecked();
});

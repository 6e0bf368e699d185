import { act, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { languages } from '#i18n/languages.ts';
import { translations } from '#testing/translations.ts';
import { Form } from './Form.tsx';
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

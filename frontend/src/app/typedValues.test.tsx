import { act, fireEvent, screen } from '@testing-library/react';
import { Suspense, useEffect, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { useIsHydrated } from '#ui/browserState.ts';
import { keepTypedValues } from './typedValues.ts';

/** Is ready before the form, which is in a boundary of its own, is hydrated. */
function Sample({ onReady }: { onReady?: () => void }) {
  useEffect(() => {
    onReady?.();
  }, [onReady]);
  return (
    <Suspense>
      <SampleForm />
    </Suspense>
  );
}

/** A controlled form that renders again once it is hydrated, as every form does. */
function SampleForm() {
  const [name, setName] = useState('');
  const [agrees, setAgrees] = useState(false);
  const isHydrated = useIsHydrated();
  return (
    <fieldset>
      <input
        aria-label="name"
        onChange={(event) => {
          setName(event.target.value);
        }}
        value={name}
      />
      <input
        aria-label="agrees"
        checked={agrees}
        onChange={(event) => {
          setAgrees(event.target.checked);
        }}
        type="checkbox"
      />
      <p>{isHydrated && `${name}, ${agrees ? 'agrees' : 'does not agree'}`}</p>
    </fieldset>
  );
}

it('keeps what is typed before and during hydration, and tells React', async () => {
  const root = document.createElement('div');
  document.body.replaceChildren(root);
  root.innerHTML = renderToString(<Sample />);
  fireEvent.input(screen.getByLabelText('name'), { target: { value: 'Ami' } });
  screen.getByLabelText('agrees').click();

  const enterTypedValues = keepTypedValues(root);
  fireEvent.input(screen.getByLabelText('name'), { target: { value: 'Amina' } });
  await act(async () => {
    hydrateRoot(root, <Sample onReady={enterTypedValues} />);
    await Promise.resolve();
  });
  // React learns of it after its effects have run.
  expect(await screen.findByText('Amina, agrees')).toBeVisible();
  expect(screen.getByLabelText('name')).toHaveValue('Amina');
  expect(screen.getByLabelText('agrees')).toBeChecked();
});

import { act } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { changeLanguage } from '#i18n/i18n.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { LegalContents } from './PrivacyScreen.tsx';

const open = () =>
  openScreen(() => <LegalContents className="contents" />, {
    path: '/privacy',
    namespaces: ['legal'],
  });

const isOpen = () => document.querySelector('details')?.open;

function setScreen(isWide: boolean): void {
  vi.stubGlobal('matchMedia', () => ({ matches: isWide }));
}

it.each([true, false])('are open at first: %j, as the screen is wide', async (isWide) => {
  setScreen(isWide);
  await open();
  expect(isOpen()).toBe(isWide);
});

it('stay as the user left them after the screen was turned', async () => {
  setScreen(false);
  await open();
  setScreen(true);
  await act(() => changeLanguage('fr'));
  expect(isOpen()).toBe(false);
});

import { act, fireEvent, screen } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { openScreen } from '#testing/openScreen.tsx';
import { ScreenTitle } from './ScreenTitle.tsx';

const Courses = () => <ScreenTitle documentTitle="Courses">All courses</ScreenTitle>;
const Faq = () => (
  <>
    <ScreenTitle documentTitle="FAQ">Questions</ScreenTitle>
    <a href="#answer">Contents</a>
  </>
);

/** The router has rendered the new location. */
const settle = () => act(() => new Promise((later) => setTimeout(later, 50)));

function Screens() {
  return (
    <>
      <Link to="/faq">FAQ</Link>
      <Routes>
        <Route element={<Courses />} path="/" />
        <Route element={<Faq />} path="/faq" />
      </Routes>
    </>
  );
}

it('takes the focus after every navigation, also back to where the page was opened', async () => {
  await openScreen(Screens, { path: '/', route: '*', namespaces: [] });
  expect(screen.getByText('All courses')).not.toHaveFocus();

  fireEvent.click(screen.getByText('FAQ'));
  expect(await screen.findByText('Questions')).toHaveFocus();

  act(() => {
    history.back();
  });
  expect(await screen.findByText('All courses')).toHaveFocus();
});

it('leaves the focus at a link to a part of the screen, also on Back', async () => {
  await openScreen(Screens, { path: '/', route: '*', namespaces: [] });
  fireEvent.click(screen.getByText('FAQ'));
  const link = await screen.findByText('Contents');

  link.focus();
  fireEvent.click(link);
  await expect.poll(() => window.location.hash).toBe('#answer');
  await settle();
  expect(link).toHaveFocus();

  history.back();
  await expect.poll(() => window.location.hash).toBe('');
  await settle();
  expect(link).toHaveFocus();
});

it('takes the focus when its own link is pressed', async () => {
  await openScreen(Screens, { path: '/', route: '*', namespaces: [] });
  fireEvent.click(screen.getByText('FAQ'));
  const link = screen.getByText('FAQ');
  link.focus();
  fireEvent.click(link);
  expect(await screen.findByText('Questions')).toHaveFocus();
});

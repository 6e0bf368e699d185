import { act, fireEvent, screen } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { openScreen } from '#testing/openScreen.tsx';
import { ScreenTitle } from './ScreenTitle.tsx';

const Courses = () => <ScreenTitle documentTitle="Courses">All courses</ScreenTitle>;
const Faq = () => <ScreenTitle documentTitle="FAQ">Questions</ScreenTitle>;

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

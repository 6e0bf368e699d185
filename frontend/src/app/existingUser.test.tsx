import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getAccessToken } from '#api/accessToken.ts';
import { SignupScreen } from '#features/users/signup/SignupScreen.tsx';
import { dataResponse, errorResponse, jsonResponse, mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { agree, openOccupation, press } from '#testing/signupForm.ts';
import { student } from '#testing/student.ts';
import { translations } from '#testing/translations.ts';
import { RequireVisitor } from './shell/guards.tsx';

it('leads a user who signs up again, and updates the profile, back to where the sign-up began', async () => {
  const { signupSteps } = translations.en;
  mockApi({
    'POST /users/register': errorResponse(409, 'user_already_exists'),
    'POST /users/login': jsonResponse(200, { success: true, token: 'abc', data: student }),
    'PUT /users/a1': dataResponse(student),
  });
  await openScreen(SignupScreen, {
    path: '/signup',
    state: { from: '/courses/rust' },
    Layout: RequireVisitor,
    namespaces: ['country', 'errors', 'legal', 'signup', 'signupSteps', 'userFields'],
  });
  await openOccupation('en', 'student');
  press(signupSteps.submit);
  await agree('en');
  await screen.findByText(signupSteps.exists.question);
  press(signupSteps.exists.yes);
  await waitFor(() => {
    expect(getAccessToken()).toBe('abc');
  });
  expect(await screen.findByText(signupSteps.exists.success)).toBeVisible();
  await expect.poll(() => window.location.pathname).toBe('/courses/rust');
});

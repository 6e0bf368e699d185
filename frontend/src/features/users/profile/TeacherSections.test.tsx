import { screen, fireEvent, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { describe, expect, it } from 'vitest';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { jsonResponse, mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { TaughtCourses, TeacherReview } from './TeacherSections.tsx';

describe.each(languages)('the review of an application, in $ownName', ({ code: language }) => {
  const { review: text } = translations[language].profileFiles;

  it.each(['pending', 'approved', 'declined'] as const)('shows that it is %s', async (status) => {
    await openScreen(() => <TeacherReview review={{ status }} />, {
      path: '/profile',
      language,
      namespaces: ['profileFiles'],
    });
    expect(screen.getByText(normalizeSpaces(text[status]))).toBeVisible();
    expect(screen.queryByRole('blockquote')).toBeNull();
  });

  it('leads a refused teacher to the contact page', async () => {
    await openScreen(() => <TeacherReview review={{ status: 'declined' }} />, {
      path: '/profile',
      language,
      namespaces: ['profileFiles'],
    });
    const contact = normalizeSpaces(translations[language].common.pages.contact);
    expect(screen.getByRole('link', { name: contact })).toHaveAttribute('href', '/contact');
  });

  it("shows the operator's reason in its own direction", async () => {
    const reason = 'The CV names no experience.\nNor does the video.';
    await openScreen(() => <TeacherReview review={{ status: 'declined', reason }} />, {
      path: '/profile',
      language,
      namespaces: ['profileFiles'],
    });
    expect(screen.getByText(normalizeSpaces(text.reason))).toBeVisible();
    const quotation = screen.getByRole('blockquote');
    expect(quotation.textContent).toBe(reason);
    expect(quotation).toHaveAttribute('dir', 'auto');
  });
});

describe('TaughtCourses', () => {
  const courses = ['First', 'Second', 'Third'].map((name) => ({
    _id: name,
    name,
    description: '',
    type: 'cpd',
    enrollmentCount: 0,
  }));

  function Form() {
    return (
      <FormProvider {...useForm({ defaultValues: { courses: ['First', 'Second'] } })}>
        <TaughtCourses />
      </FormProvider>
    );
  }

  /** The form after a refusal. React Hook Form needs the same object in each render. */
  function refusedForm(code: string) {
    const errors = { courses: { type: 'validate', message: code } };
    return function RefusedForm() {
      return (
        <FormProvider {...useForm({ defaultValues: { courses: [] as string[] }, errors })}>
          <TaughtCourses />
        </FormProvider>
      );
    };
  }

  const open = (Screen: () => ReactNode, language: LanguageCode) => {
    mockApi({ 'GET /courses': jsonResponse(200, { success: true, data: courses }) });
    return openScreen(Screen, {
      path: '/profile',
      language,
      namespaces: ['courses', 'errors', 'profileFiles', 'userFields'],
    });
  };

  describe.each(languages)('the error of the courses, in $ownName', ({ code: language }) => {
    const { errors } = translations[language];

    it.each(['1_course_atleast_warning', 'course_not_found'] as const)(
      'has the text of its code: %s',
      async (code) => {
        await open(refusedForm(code), language);
        expect(screen.getByRole('alert')).toHaveTextContent(normalizeSpaces(errors[code]));
      },
    );
  });

  describe.each(languages)('a third course, in $ownName', ({ code: language }) => {
    const { errors, userFields } = translations[language];

    it('is refused with a message that the whole page shows, and the list does not keep', async () => {
      await open(Form, language);
      fireEvent.click(await screen.findByRole('checkbox', { name: 'Third' }));
      expect(screen.getByRole('checkbox', { name: 'Third' })).not.toBeChecked();
      const warning = normalizeSpaces(errors['2_courses_only_warning']);
      expect(await screen.findByText(warning)).toBeVisible();
      const list = screen.getByRole('region', { name: normalizeSpaces(userFields.courses) });
      expect(within(list).queryByText(warning)).toBeNull();
    });
  });
});

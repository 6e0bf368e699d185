import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { provideCatalogue } from '#entities/course/catalogue.ts';
import { languages } from '#i18n/languages.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { translations } from '#testing/translations.ts';
import { PrerenderedCourses } from './CourseCatalogue.tsx';

const course = (id: string, type: 'cpd' | 'additional', name: string) => ({
  _id: id,
  name,
  description: `About ${name}`,
  type,
  outcomes: [],
  syllabus: [],
  runs: [],
});

const translated = (id: string, type: 'cpd' | 'additional') => ({
  en: course(id, type, `${id} in English`),
  fr: course(id, type, `${id} en français`),
  ar: course(id, type, `${id} بالعربية`),
});

afterEach(() => {
  provideCatalogue([]);
});

describe.each(languages)('the prerendered list of courses in $ownName', ({ code }) => {
  it('has each course of its group, with a link to its page', async () => {
    const [rust, drawing] = [translated('rust', 'cpd'), translated('drawing', 'additional')];
    provideCatalogue([drawing, rust]);
    await openScreen(PrerenderedCourses, {
      path: '/courses',
      language: code,
      namespaces: ['courses'],
    });
    const { groups } = translations[code].courses;
    for (const [group, { [code]: shown }] of [
      [groups.cpd, rust],
      [groups.additional, drawing],
    ] as const) {
      const region = within(screen.getByRole('region', { name: group }));
      expect(region.getByRole('link', { name: shown.name })).toHaveAttribute(
        'href',
        `/courses/${shown._id}`,
      );
      expect(region.getAllByRole('link')).toHaveLength(1);
      expect(region.getByText(shown.description)).toBeVisible();
    }
  });
});

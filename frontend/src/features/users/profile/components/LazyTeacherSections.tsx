import { Suspense } from 'react';
import { lazyStep } from '#ui/lazy/lazyStep.tsx';
import { withWords } from '#ui/lazy/withWords.ts';
import type { TeacherSectionsProps } from './TeacherSections.tsx';

const TeacherSections = lazyStep(
  withWords(
    ['courses', 'profileFiles', 'upload'],
    async () => (await import('./TeacherSections.tsx')).TeacherSections,
  ),
);

/** What teachers see besides (spec §2, Profile). It is fetched for them alone. */
export function LazyTeacherSections(props: TeacherSectionsProps) {
  return (
    <Suspense fallback={null}>
      <TeacherSections {...props} />
    </Suspense>
  );
}

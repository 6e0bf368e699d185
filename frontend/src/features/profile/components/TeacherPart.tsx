import { Suspense } from 'react';
import { lazyStep } from '../../../components/part/lazyStep.tsx';
import type { TeacherSectionsProps } from './TeacherSections.tsx';

const TeacherSections = lazyStep(
  async () => (await import('./TeacherSections.tsx')).TeacherSections,
);

/** What teachers see besides (spec §2, Profile). It is fetched for them alone. */
export function TeacherPart(props: TeacherSectionsProps) {
  return (
    <Suspense fallback={null}>
      <TeacherSections {...props} />
    </Suspense>
  );
}

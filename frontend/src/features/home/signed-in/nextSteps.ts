import type { User } from '#entities/user/user.ts';

/** Something that the user has to do or to know, and where. */
export interface NextStep {
  id: 'emailChange' | 'birthdate' | 'curriculum' | 'taughtCourses' | 'pending' | 'declined';
  to: '/profile' | '/settings';
}

/** What the user has to do next, the most urgent first. */
export function nextStepsOf({ emailChange, birthdate, teacher }: User): NextStep[] {
  const review = teacher?.review?.status;
  const steps: (NextStep | false | null | undefined)[] = [
    emailChange && { id: 'emailChange', to: '/settings' },
    birthdate === null && { id: 'birthdate', to: '/profile' },
    teacher?.curriculum === null && { id: 'curriculum', to: '/profile' },
    teacher?.courses.length === 0 && { id: 'taughtCourses', to: '/profile' },
    review && review !== 'approved' && { id: review, to: '/profile' },
  ];
  return steps.filter((step) => !!step);
}

import { describe, expect, it } from 'vitest';
import type { User } from '#entities/user/user.ts';
import { student } from '#testing/student.ts';
import { nextStepsOf } from './nextSteps.ts';

type Teacher = NonNullable<User['teacher']>;

const teacher: Teacher = {
  courses: [
    { _id: 'budgets', name: 'Budgets', description: 'Plan.', type: 'cpd', enrollmentCount: 0 },
  ],
  curriculum: { _id: 'cv', url: '/cv.pdf' },
  video: null,
};

const idsOf = (change: Partial<User>) => nextStepsOf({ ...student, ...change }).map(({ id }) => id);
const teacherWith = (change: Partial<Teacher>) => idsOf({ teacher: { ...teacher, ...change } });

describe('nextStepsOf', () => {
  it('has nothing for a user with a complete profile', () => {
    expect(idsOf({})).toEqual([]);
    expect(idsOf({ teacher })).toEqual([]);
  });

  it('leads to the settings while a new email address waits for its confirmation', () => {
    const emailChange = { email: 'a@example.org', expiresAt: '2027-01-01T00:00:00Z' };
    expect(nextStepsOf({ ...student, emailChange })).toEqual([
      { id: 'emailChange', to: '/settings' },
    ]);
  });

  it('leads to the profile without a birthdate', () => {
    expect(nextStepsOf({ ...student, birthdate: null })).toEqual([
      { id: 'birthdate', to: '/profile' },
    ]);
  });

  it('says what is missing in the application of a teacher', () => {
    expect(teacherWith({ curriculum: null })).toEqual(['curriculum']);
    expect(teacherWith({ courses: [] })).toEqual(['taughtCourses']);
  });

  it('leads to the profile for everything about an application', () => {
    const steps = nextStepsOf({
      ...student,
      teacher: { courses: [], curriculum: null, video: null, review: { status: 'pending' } },
    });
    expect(steps).toEqual(
      ['curriculum', 'taughtCourses', 'pending'].map((id) => ({ id, to: '/profile' })),
    );
  });

  it.each([
    ['pending', ['pending']],
    ['declined', ['declined']],
    ['approved', []],
  ] as const)('of a teacher whose application is %s are %j', (status, expected) => {
    expect(teacherWith({ review: { status } })).toEqual(expected);
  });

  it('puts what blocks the user first', () => {
    const review = { status: 'pending' } as const;
    expect(idsOf({ birthdate: null, teacher: { ...teacher, review } })).toEqual([
      'birthdate',
      'pending',
    ]);
  });
});

import { expect, it } from 'vitest';
import { student } from '#testing/student.ts';
import { type User, profileFieldsOf } from './api.ts';

const course = (_id: string) => ({
  _id,
  name: _id,
  description: '',
  type: 'cpd' as const,
  enrollmentCount: 0,
});

it('has empty strings for what a profile lacks', () => {
  expect(profileFieldsOf({ ...student, birthdate: null })).toMatchObject({
    fullname: student.fullname,
    phone2: '',
    birthdate: '',
  });
});

it('has the second phone number, and the courses of a teacher in order', () => {
  const teacher: User = {
    ...student,
    phone2: '+33612345678',
    teacher: { courses: [course('rust'), course('budgets')], curriculum: null, video: null },
  };
  expect(profileFieldsOf(teacher)).toMatchObject({
    phone2: '+33612345678',
    birthdate: '2001-03-05',
    courses: ['budgets', 'rust'],
  });
});

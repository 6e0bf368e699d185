import sample from '@shared/data/sample-user.json';
import type { User } from '#entities/user/api.ts';

const { password: _password, type: _type, ...fields } = sample;

/** A student with a complete profile. */
export const student: User = {
  ...fields,
  _id: 'a1',
  email: 'amina@example.org',
  phone2: null,
  birthdate: '2001-03-05',
  image: null,
  type: 'student',
  teacher: null,
};

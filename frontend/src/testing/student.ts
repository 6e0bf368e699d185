import type { User } from '#entities/user/user.ts';

/** A student with a complete profile. */
export const student: User = {
  _id: 'a1',
  fullname: 'Amina Benali',
  email: 'amina@example.org',
  phone1: '+213551234567',
  phone2: null,
  address: 'Algiers',
  country: 'Algeria',
  birthdate: '2001-03-05',
  image: null,
  type: 'student',
  teacher: null,
};

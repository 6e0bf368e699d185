import { describe, expect, it } from 'vitest';
import type { User } from '#entities/user/user.ts';
import { student } from '#testing/student.ts';
import { fileOf, withFile } from './profileFiles.ts';

const photo = { _id: 'photo', url: '/photo' };
const curriculum = { _id: 'cv', url: '/cv' };
const file = { _id: 'new', url: '/new' };
const teacher: User = {
  ...student,
  image: photo,
  teacher: { courses: [], curriculum, video: null },
};

describe('the file of a profile', () => {
  it.each([
    ['image', teacher, photo],
    ['curriculum', teacher, curriculum],
    ['video', teacher, null],
    ['image', student, null],
    ['curriculum', student, null],
  ] as const)('in %s', (field, user, expected) => {
    expect(fileOf(user, field)).toBe(expected);
  });
});

describe('a profile with another file', () => {
  it('has it in its field, and everything else unchanged', () => {
    expect(withFile(teacher, 'image', file)).toEqual({ ...teacher, image: file });
    expect(withFile(teacher, 'video', file)).toEqual({
      ...teacher,
      teacher: { courses: [], curriculum, video: file },
    });
  });

  it('has no file of a teacher without one', () => {
    expect(withFile(student, 'curriculum', file)).toEqual(student);
  });
});

import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { User } from '#entities/user/user.ts';
import { languages } from '#i18n/languages.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { student } from '#testing/student.ts';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { FileSection } from './FileSection.tsx';
import type { ProfileFiles, StoredFile } from './profileValues.ts';

const files: ProfileFiles = {
  canBegin: () => true,
  readBirthdate: () => '2001-03-05',
  follow: () => {},
  uploads: {},
  setUpload: () => {},
};

function teacherWith(status: StoredFile['status']): User {
  const file = {
    _id: 'c1',
    url: 'https://files.example.org/document/c1',
    ...(status && { status }),
  };
  return { ...student, type: 'teacher', teacher: { courses: [], curriculum: file, video: file } };
}

describe.each(languages)('the scan of a file for malware, in $ownName', ({ code: language }) => {
  const text = translations[language].profileFiles;

  const open = async (kind: 'cv' | 'video', status: StoredFile['status']) => {
    await openScreen(
      () => (
        <FileSection
          files={files}
          kind={kind}
          field={kind === 'cv' ? 'curriculum' : 'video'}
          user={teacherWith(status)}
          View={({ url }) => <a href={url}>{url}</a>}
        />
      ),
      { path: '/profile', language, namespaces: ['profileFiles'] },
    );
  };

  it.each(['cv', 'video'] as const)('is shown while the %s is checked', async (kind) => {
    await open(kind, 'checking');
    expect(screen.getByText(normalizeSpaces(text[kind].checking))).toBeVisible();
    expect(screen.getByRole('link')).toBeVisible();
  });

  it.each(['cv', 'video'] as const)('shows that the %s was refused, without it', async (kind) => {
    await open(kind, 'refused');
    expect(screen.getByText(normalizeSpaces(text[kind].refused))).toBeVisible();
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByRole('button', { name: normalizeSpaces(text[kind].replace) })).toBeVisible();
  });

  it.each(['cv', 'video'] as const)('is not mentioned for a %s without it', async (kind) => {
    await open(kind, undefined);
    expect(screen.queryByText(normalizeSpaces(text[kind].checking))).toBeNull();
    expect(screen.getByRole('link')).toBeVisible();
  });
});

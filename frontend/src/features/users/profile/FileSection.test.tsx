import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { User } from '#entities/user/api.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { jsonResponse, mockApi } from '#testing/network.ts';
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

interface Section {
  kind: 'cv' | 'video';
  language: LanguageCode;
  status?: StoredFile['status'];
  follow?: ProfileFiles['follow'];
}

function openSection({ kind, language, status, follow = files.follow }: Section) {
  return openScreen(
    () => (
      <FileSection
        files={{ ...files, follow }}
        kind={kind}
        field={kind === 'cv' ? 'curriculum' : 'video'}
        user={teacherWith(status)}
        View={({ url }) => <a href={url}>{url}</a>}
      />
    ),
    { path: '/profile', language, namespaces: ['profileFiles'] },
  );
}

describe.each(languages)('the removal of a file, in $ownName', ({ code: language }) => {
  const { video: text } = translations[language].profileFiles;
  const button = (name: string) => screen.getByRole('button', { name: normalizeSpaces(name) });

  it('deletes the video after a question, and the profile follows', async () => {
    const requests = mockApi({
      'DELETE /file/c1': jsonResponse(200, { success: true, message: '' }),
      'GET /users/me': jsonResponse(200, { success: true, data: student }),
    });
    const follow = vi.fn();
    await openSection({ kind: 'video', language, follow });
    fireEvent.click(button(text.remove));
    const question = await screen.findByRole('alertdialog');
    expect(within(question).getByText(normalizeSpaces(text.removeTitle))).toBeVisible();
    expect(requests).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: text.remove }));
    expect(await screen.findByText(text.removed)).toBeVisible();
    expect(requests.map(({ name }) => name)).toEqual(['DELETE /file/c1', 'GET /users/me']);
    expect(follow).toHaveBeenCalledOnce();
    await waitFor(() => {
      expect(button(text.replace)).toHaveFocus();
    });
  });

  it('is not offered for the CV, without which nobody applies', async () => {
    await openSection({ kind: 'cv', language });
    expect(screen.queryByRole('button', { name: text.remove })).toBeNull();
    expect(screen.getAllByRole('button')).toHaveLength(1);
  });
});

describe.each(languages)('the scan of a file for malware, in $ownName', ({ code: language }) => {
  const text = translations[language].profileFiles;

  const open = async (kind: 'cv' | 'video', status: StoredFile['status']) => {
    await openSection({ kind, language, status });
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

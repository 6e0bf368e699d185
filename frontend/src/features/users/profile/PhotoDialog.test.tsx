import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi, describe } from 'vitest';
import { languages } from '#i18n/languages.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { PhotoDialog } from './PhotoDialog.tsx';
import type { ProfileFiles } from './profileValues.ts';

describe('PhotoDialog', () => {
  const files: ProfileFiles = {
    canBegin: () => true,
    readBirthdate: () => '2001-03-05',
    follow: () => {},
    uploads: {},
    setUpload: () => {},
  };

  // jsdom decodes no photos.
  beforeEach(() => {
    vi.stubGlobal('createImageBitmap', () => Promise.resolve({ close: () => undefined }));
    vi.stubGlobal(
      'URL',
      Object.assign(class extends URL {}, {
        createObjectURL: () => 'blob:photo',
        revokeObjectURL: () => undefined,
      }),
    );
  });

  it.each(languages)(
    'focuses the button that chooses a photo when the user wants another one, in $ownName',
    async ({ code: language }) => {
      const { profileFiles, upload } = translations[language];
      await openScreen(
        () => <PhotoDialog files={files} onClose={() => undefined} open photo={null} />,
        { path: '/profile', language, namespaces: ['errors', 'profileFiles', 'upload'] },
      );
      const name = normalizeSpaces(`${upload.choose}, ${upload.photo.label}`);
      const choose = await screen.findByRole('button', { name });
      const input = await screen.findByLabelText(upload.photo.label, { selector: 'input' });
      fireEvent.change(input, {
        target: { files: [new File(['photo'], 'me.jpg', { type: 'image/jpeg' })] },
      });
      expect(await screen.findByText(normalizeSpaces(profileFiles.photo.wholeHint))).toHaveFocus();
      expect(choose).not.toBeInTheDocument();

      const another = screen.getByRole('button', { name: profileFiles.photo.another });
      another.focus();
      fireEvent.click(another);
      expect(screen.getByRole('button', { name })).toHaveFocus();
    },
  );
});

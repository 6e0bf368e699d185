import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#entities/user/Avatar.tsx';
import type { User } from '#entities/user/user.ts';
import { Drawing } from '#ui/Icon.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { CloseOnFailure } from '#ui/lazy/loadFailures.tsx';
import type { ProfileFiles } from './profileFiles.ts';
import styles from './ProfilePhoto.module.css';

/** In pixels. */
export const PHOTO_SIZE = 104;

const CAMERA_DRAWING =
  'M4 8h3.5L9 5.5h6L16.5 8H20v11H4V8Zm8 8.5a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5Z';

/** Preloaded when it is likely to be opened. */
const PhotoDialog = lazyComponent(async () => (await import('./PhotoDialog.tsx')).PhotoDialog, {
  translations: ['profileFiles'],
  Failed: CloseOnFailure,
});

interface ProfilePhotoProps {
  user: User;
  files: ProfileFiles;
}

/** The user's photo, and the button that changes it (spec §2, Profile). */
export function ProfilePhoto({ user, files }: ProfilePhotoProps) {
  const { t } = useTranslation('profile');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={styles.photo}>
      <Avatar size={PHOTO_SIZE} user={user} />
      <button
        aria-haspopup="dialog"
        aria-label={t('changePhoto')}
        className={styles.button}
        onClick={() => {
          setIsOpen(files.canBegin());
        }}
        onFocus={PhotoDialog.preload}
        onPointerEnter={PhotoDialog.preload}
        type="button"
      >
        <Drawing path={CAMERA_DRAWING} size={22} />
      </button>
      <PhotoDialog
        files={files}
        onClose={() => {
          setIsOpen(false);
        }}
        open={isOpen}
        photo={user.image}
      />
    </div>
  );
}

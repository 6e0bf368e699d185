import { useState } from 'react';
import { useRefreshFileUrls } from './currentUser.ts';
import type { User } from './user.ts';
import styles from './Avatar.module.css';
import { avatarColor, avatarHue, avatarInitial } from './avatarFallback.ts';

interface AvatarProps {
  user: Pick<User, '_id' | 'fullname' | 'image'>;
  /** In pixels, where letters have their usual size. */
  size?: number;
}

/**
 * The person's picture, else a circle with the first letter of the name (spec §2, Shell), also until a picture loads whose
 * address has run out. Decoration: the name is said beside it or by what it stands in.
 */
export function Avatar({ user, size = 40 }: AvatarProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const renewAddresses = useRefreshFileUrls();
  const style = { inlineSize: rem(size), blockSize: rem(size) };
  if (user.image && user.image.url !== brokenUrl) {
    const { url } = user.image;
    return (
      <img
        alt=""
        className={styles.avatar}
        onError={() => {
          setBrokenUrl(url);
          renewAddresses();
        }}
        src={url}
        style={style}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className={styles.avatar}
      style={{ ...style, fontSize: rem(size * 0.45), background: avatarColor(avatarHue(user._id)) }}
    >
      {avatarInitial(user.fullname)}
    </span>
  );
}

/** It grows with the words. */
function rem(pixels: number): string {
  return `${pixels / 16}rem`;
}

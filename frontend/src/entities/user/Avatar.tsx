import { useState } from 'react';
import styles from './Avatar.module.css';
import { avatarColor, avatarHue, avatarInitial } from './avatarFallback.ts';
import { useRefreshFileUrls } from './currentUser.ts';
import type { User } from './user.ts';

interface AvatarProps {
  user: Pick<User, '_id' | 'fullname' | 'image'>;
  /** In pixels at the default font size. */
  size?: number;
}

/**
 * The user's photo, or else a circle with the first letter of the name (spec §2, Shell); the circle also
 * replaces a photo whose URL has expired. It is decorative: the name stands beside it or in the label of its
 * link.
 */
export function Avatar({ user, size = 40 }: AvatarProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const refreshFileUrls = useRefreshFileUrls();
  const style = { inlineSize: rem(size), blockSize: rem(size) };
  if (user.image && user.image.url !== brokenUrl) {
    const { url } = user.image;
    return (
      <img
        alt=""
        className={styles.avatar}
        onError={() => {
          setBrokenUrl(url);
          refreshFileUrls();
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

/** It scales with the font size. */
function rem(pixels: number): string {
  return `${pixels / 16}rem`;
}

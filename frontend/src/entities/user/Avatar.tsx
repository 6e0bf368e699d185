import { useState } from 'react';
import { prefetchCurrentUser } from './currentUser.ts';
import type { User } from './api.ts';
import styles from './Avatar.module.css';

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
  const style = { inlineSize: rem(size), blockSize: rem(size) };
  if (user.image && user.image.url !== brokenUrl) {
    const { url } = user.image;
    return (
      <img
        alt=""
        className={styles.avatar}
        onError={() => {
          setBrokenUrl(url);
          // Its URL may have expired.
          void prefetchCurrentUser();
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

/** Dark enough for white text on any hue; a test checks all of them. */
const SATURATION = 55;
const LIGHTNESS = 30;

/** The hue of a user's circle: the sum of the character codes of the id (spec §9). */
export function avatarHue(id: string): number {
  const codes = Array.from(id, (character) => character.charCodeAt(0));
  return codes.reduce((sum, code) => sum + code, 0) % 360;
}

export function avatarColor(hue: number): string {
  return `hsl(${hue} ${SATURATION}% ${LIGHTNESS}%)`;
}

/**
 * The first letter of a name as a grapheme: an accent or a vowel mark belongs to its letter. A name without
 * letters gives its first character.
 */
export function avatarInitial(fullname: string): string {
  const [initial = ''] =
    /\p{L}\p{M}*/u.exec(fullname) ?? /\S(?:\p{M}|\p{EMod}|\u200d.)*/u.exec(fullname) ?? [];
  return initial.toLocaleUpperCase();
}

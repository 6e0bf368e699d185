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

/**
 * Characters that show nothing and change how others are shown, as the server has them (`domain/visible.rs`). The two that join
 * and part letters within words are not among them.
 */
const INVISIBLE =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u3164\ufeff\uffa0]/g;

/** The text without what people paste along with it and do not see: above all the marks of its direction. */
export function removeInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/**
 * Invisible characters that change how others are shown, as the server removes them. The joiner and non-joiner
 * within words are not among them.
 */
const INVISIBLE =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u3164\ufeff\uffa0]/g;

/** Removes invisible characters that were pasted along, above all direction marks. */
export function removeInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

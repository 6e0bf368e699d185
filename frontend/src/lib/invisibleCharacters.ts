/**
 * Invisible characters that change how others are shown, as the server removes them: `shared/data/invisible-characters.json` is the
 * list of both. The joiner and non-joiner within words are not among them.
 */
const INVISIBLE =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Removes invisible characters that were pasted along, above all direction marks. */
export function removeInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

const DIGIT = /\p{Nd}/u;

/** Converts the decimal digits of any script to ASCII: `٠٥٥١` becomes `0551`. */
export function toAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => String(valueOf(digit.codePointAt(0) ?? 0)));
}

/** In Unicode, the digits of a script are consecutive from zero to nine, so the offset is the value. */
function valueOf(codePoint: number): number {
  let place = 0;
  while (DIGIT.test(String.fromCodePoint(codePoint - place - 1))) {
    place += 1;
  }
  return place % 10;
}

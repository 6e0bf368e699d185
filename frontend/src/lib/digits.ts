const DIGIT = /\p{Nd}/u;

/** Writes the decimal digits of any script with the ones that the server reads: `٠٥٥١` is `0551`. */
export function toAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => String(valueOf(digit.codePointAt(0) ?? 0)));
}

/** Unicode has the digits of a script in a row from zero to nine, so their place in the row is their value. */
function valueOf(codePoint: number): number {
  let place = 0;
  while (DIGIT.test(String.fromCodePoint(codePoint - place - 1))) {
    place += 1;
  }
  return place % 10;
}

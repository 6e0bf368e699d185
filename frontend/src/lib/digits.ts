const DIGIT = /\p{Nd}/u;

/** Converts the decimal digits of any script to ASCII: `٠٥٥١` becomes `0551`. */
export function toAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit.codePointAt(0) ?? 0)));
}

/** In Unicode, the digits of a script are consecutive from zero to nine, so the offset is the value. */
function digitValue(codePoint: number): number {
  let offset = 0;
  while (DIGIT.test(String.fromCodePoint(codePoint - offset - 1))) {
    offset += 1;
  }
  return offset % 10;
}

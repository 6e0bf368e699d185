import { Fragment } from 'react';

/** After the @ of an email address, and before its dots. */
const BREAK_POINTS = /(?<=@)|(?=\.[a-z])/i;

/** A text whose email addresses can break between their parts. Copying it gives the original text. */
export function BreakableText({ text }: { text: string }) {
  return text.split(BREAK_POINTS).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

import { Fragment } from 'react';

/** After the @ of an address, and before its dots. */
const BREAKS = /(?<=@)|(?=\.[a-z])/i;

/** A text whose e-mail addresses break between their parts, where they have to break. Copied, they are as they were. */
export function BreakableText({ text }: { text: string }) {
  return text.split(BREAKS).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

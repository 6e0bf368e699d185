/** After the @ of an email address, and before its dots. */
const BREAK_POINTS = /(?<=@)|(?=\.[a-z])/i;

/** A text whose email addresses can break between their parts. Copying it gives the original text. */
export function BreakableText({ text }: { text: string }) {
  const parts = text
    .split(BREAK_POINTS)
    .flatMap((part, index) => (index > 0 ? [<wbr key={index} />, part] : part));
  // Each text has an element of its own: React never updates texts beside elements, which fails on a translated page.
  return <span key={text}>{parts}</span>;
}

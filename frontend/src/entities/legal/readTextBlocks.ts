/** What a text is made of: a paragraph, or the points of a list. */
export type TextBlock = { kind: 'paragraph'; text: string } | { kind: 'list'; points: string[] };

const POINT = '- ';

/** Reads a text of the locale files: each line is a paragraph, or with a dash in front a point of a list. */
export function readTextBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  for (const line of text.split('\n')) {
    const last = blocks.at(-1);
    if (!line.startsWith(POINT)) {
      blocks.push({ kind: 'paragraph', text: line });
    } else if (last?.kind === 'list') {
      last.points.push(line.slice(POINT.length));
    } else {
      blocks.push({ kind: 'list', points: [line.slice(POINT.length)] });
    }
  }
  return blocks;
}

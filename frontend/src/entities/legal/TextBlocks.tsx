import styles from './TextBlocks.module.css';

export function TextBlocks({ text }: { text: string }) {
  return readTextBlocks(text).map((block, index) => <Block block={block} key={index} />);
}

function Block({ block }: { block: TextBlock }) {
  if (block.kind === 'paragraph') {
    return <p>{block.text}</p>;
  }
  return (
    <ul className={styles.list}>
      {block.points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}

type TextBlock = { kind: 'paragraph'; text: string } | { kind: 'list'; points: string[] };

const ITEM_PREFIX = '- ';

/** Parses a text of the locale files: each line is a paragraph or, with a leading dash, a list item. */
export function readTextBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  for (const line of text.split('\n')) {
    const last = blocks.at(-1);
    if (!line.startsWith(ITEM_PREFIX)) {
      blocks.push({ kind: 'paragraph', text: line });
    } else if (last?.kind === 'list') {
      last.points.push(line.slice(ITEM_PREFIX.length));
    } else {
      blocks.push({ kind: 'list', points: [line.slice(ITEM_PREFIX.length)] });
    }
  }
  return blocks;
}

import { readTextBlocks, type TextBlock } from './readTextBlocks.ts';
import styles from './TextBlocks.module.css';

/** Renders a text of paragraphs and lists. */
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

import { expect, type CDPSession, type Page } from '@playwright/test';

interface Typefaces {
  /** The families in which Latin letters are painted. */
  latin: string[];
  arabic: string[];
}

interface TextNode {
  nodeId: number;
  nodeType: number;
  nodeName: string;
  nodeValue: string;
  parentId?: number;
}

const LATIN = /[\p{Script=Latin}\p{N}]/u;
const ARABIC = /\p{Script=Arabic}/u;

/** The typefaces of digits, spaces and Latin names in Arabic texts. */
const BESIDE_ARABIC = /^(Roboto|Liberation Sans)$/;
const UNSEEN = /^(STYLE|SCRIPT|NOSCRIPT|TITLE|OPTION)$/;

/** Returns the typefaces in which the browser paints the texts of the page, a list for each script. Fonts of the site have their own name. */
export async function typefaces(page: Page): Promise<Typefaces> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { nodes } = await session.send('DOM.getFlattenedDocument', { depth: -1 });
  const names = new Map(nodes.map(({ nodeId, nodeName }) => [nodeId, nodeName]));
  const texts = (nodes as TextNode[]).filter(
    ({ nodeType, parentId }) => nodeType === 3 && !UNSEEN.test(names.get(parentId ?? 0) ?? ''),
  );
  const isLatin = ({ nodeValue }: TextNode) => LATIN.test(nodeValue) && !ARABIC.test(nodeValue);
  const latin = await familiesOf(session, texts.filter(isLatin));
  const arabic = await familiesOf(
    session,
    texts.filter(({ nodeValue }) => ARABIC.test(nodeValue)),
  );
  await session.detach();
  expect([...latin, ...arabic], 'the page has texts').not.toEqual([]);
  return { latin, arabic: arabic.filter((family) => !BESIDE_ARABIC.test(family)) };
}

async function familiesOf(session: CDPSession, texts: TextNode[]): Promise<string[]> {
  const families = new Set<string>();
  for (const { nodeId } of texts) {
    // The app may have replaced the text.
    const { fonts } = await session
      .send('CSS.getPlatformFontsForNode', { nodeId })
      .catch(() => ({ fonts: [] }));
    for (const { familyName, isCustomFont } of fonts) {
      // A file for one weight has it in its name: *Roboto Medium*.
      families.add(isCustomFont ? familyName.replace(/ .*/, '') : familyName);
    }
  }
  return [...families].sort();
}

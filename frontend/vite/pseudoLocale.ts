import type { Plugin } from 'vite';

/** `vite --mode pseudo` replaces the English translations by the pseudo-locale. */
const MODE = 'pseudo';

const ENGLISH = /\/locales\/en\/\w+\.json$/;

/** Each letter, and its accented form outside ASCII. */
const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accented = 'áƀçđéƒğħíĵķłɱñóþɋřšŧúṽŵẋýžÁƁÇĐÉƑĞĦÍĴĶŁṀÑÓÞɊŘŠŦÚṼŴẊÝŽ';

/** What stays unchanged: placeholders, references to other translations, tags, URLs, email addresses. */
const UNCHANGED = /(\{\{.*?\}\}|\$t\(.*?\)|<\/?\w+ ?\/?>|https?:\/\/\S+|\S+@\S+\.\w+)/;

/** A line of text, which may start with the dash of a list item. */
const LINE = /^(- )?(.+)$/gm;

/**
 * Makes untranslated texts and clipped texts visible to readers of English: English translations get accents and brackets, and become
 * about 40 % longer.
 */
export function pseudoLocale(): Plugin {
  return {
    name: 'pseudo-locale',
    apply: (_config, { mode }) => mode === MODE,
    // Runs before Vite's plugin that turns JSON files into modules.
    enforce: 'pre',
    transform: {
      filter: { id: ENGLISH },
      handler: (code) => ({
        code: JSON.stringify(JSON.parse(code), (_key, value: unknown) =>
          typeof value === 'string' ? pseudoText(value) : value,
        ),
        map: null,
      }),
    },
  };
}

export function pseudoText(text: string): string {
  return text.replace(
    LINE,
    (_line, dash: string | undefined, rest: string) => `${dash ?? ''}[${accentuate(rest)}]`,
  );
}

function accentuate(text: string): string {
  return text
    .split(UNCHANGED)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[a-z]/gi, lengthen)))
    .join('');
}

/** Accents a letter, and doubles vowels. About four letters in ten are vowels, and words still wrap at the same places. */
function lengthen(letter: string): string {
  const letterWithAccent = accented.charAt(plain.indexOf(letter));
  return /[aeiou]/i.test(letter)
    ? letterWithAccent + letterWithAccent.toLowerCase()
    : letterWithAccent;
}

import type { Plugin } from 'vite';

/** The mode in which English is written in the pseudo-locale: `vite --mode pseudo`. */
const MODE = 'pseudo';

const ENGLISH = /\/locales\/en\/\w+\.json$/;

/** Each letter's twin with an accent, none of them in ASCII. */
const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accented = 'áƀçđéƒğħíĵķłɱñóþɋřšŧúṽŵẋýžÁƁÇĐÉƑĞĦÍĴĶŁṀÑÓÞɊŘŠŦÚṼŴẊÝŽ';

/** What stays as it is: placeholders, references to other texts, tags, addresses. */
const KEPT = /(\{\{.*?\}\}|\$t\(.*?\)|<\/?\w+ ?\/?>|https?:\/\/\S+|\S+@\S+\.\w+)/;

/** The points of a list have a dash in front, which is no word. */
const LINE = /^(- )?(.+)$/gm;

/**
 * Shows what is not translated, and what has no room for longer words, without knowing another language: English words get
 * accents, are about 40 % longer and stand in brackets.
 */
export function pseudoLocale(): Plugin {
  return {
    name: 'pseudo-locale',
    apply: (_config, { mode }) => mode === MODE,
    // Ahead of Vite's own plugin, which makes modules of JSON files.
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
    (_line, dash: string | undefined, words: string) => `${dash ?? ''}[${accentuate(words)}]`,
  );
}

function accentuate(words: string): string {
  return words
    .split(KEPT)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[a-z]/gi, longer)))
    .join('');
}

/** Vowels are about four letters in ten: doubled, words stay words, and wrap where they would. */
function longer(letter: string): string {
  const twin = accented.charAt(plain.indexOf(letter));
  return /[aeiou]/i.test(letter) ? twin + twin.toLowerCase() : twin;
}

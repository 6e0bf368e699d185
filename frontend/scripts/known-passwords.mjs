/**
 * Generates shared/data/known-passwords.txt, the passwords and words that users may not choose as their password, from the
 * dictionaries of zxcvbn-ts (MIT licence). `--check` fails when the file is not current.
 *
 * The build of the crate `domain` makes a filter of it (shared/domain/build.rs).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english } from '@zxcvbn-ts/language-en';
import { dictionary as french } from '@zxcvbn-ts/language-fr';

const file = new URL('../../shared/data/known-passwords.txt', import.meta.url);

/** What the dictionaries lack: frequent in Algeria, in Latin and Arabic letters. */
const ALGERIAN = `
  alhamdulillah aljazair allahakbar allahouakbar alrahman amazigh azul bahia batna bejaia biskra bismilah bismillah blida bonjour
  bouteflika chaoui chelif constantine djazair djelfa dzair dzayer eldjazair elhamdoulillah ghardaia habibi habibti hamdoulah
  hamdoulilah hamdulillah hbibi hbiba hayati inchaalah inchalah inchallah inshallah jijel kabyle kabylie khouya lahcen
  machallah marhaba mashallah mascara mostaganem mouloudia mrahba ouargla ouarsenis oran palestine ramadan ramadhan rassoul sahbi
  saida salam salamalikoum setif skikda sobhanallah soubhanallah tamanrasset tiaret tizi tiziouzou tlemcen tunisie vivalalgerie
  wahran wallah wifak yaallah yarabi yarab motdepasse monmotdepasse motpasse
  الجزائر الحمدلله القرآن الله امازيغ بسمالله حبيبتي حبيبي حياتي رمضان سلام عمري فلسطين قسنطينة كلمةالسر كلمةالمرور محمد مرحبا وهران`;

/** Names of families are numerous: the most frequent ones stand first. */
const LAST_NAMES = 5_000;
/** A shorter word is not what makes a password easy to guess. */
const SHORTEST = 4;

const words = [
  ...common['passwords-common'],
  ...english['commonWords-en'],
  ...english['firstnames-en'],
  ...english['lastnames-en'].slice(0, LAST_NAMES),
  ...french['commonWords-fr'],
  ...french['firstnames-fr'],
  ...french['lastnames-fr'],
  ...ALGERIAN.trim().split(/\s+/u),
].map((word) => String(word).toLowerCase());

const lines = [...new Set(words)].filter((word) => word.length >= SHORTEST && !/\s/u.test(word));
const generated = `${lines.sort().join('\n')}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, generated);
} else if (readFileSync(file, 'utf8') !== generated) {
  console.error('shared/data/known-passwords.txt is not current: npm run generate:known-passwords');
  process.exitCode = 1;
}

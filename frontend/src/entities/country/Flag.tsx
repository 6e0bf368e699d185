import { useSyncExternalStore } from 'react';
import styles from './Flag.module.css';

const REGIONAL_INDICATOR_A = 0x1f1e6;

/** The two regional indicator letters that fonts draw as one flag. */
function flagEmoji(code: string): string {
  return String.fromCodePoint(
    ...Array.from(
      code,
      (letter) => REGIONAL_INDICATOR_A + letter.charCodeAt(0) - 'A'.charCodeAt(0),
    ),
  );
}

let supported: boolean | undefined;

/** Whether the system has flags. Windows has none, and shows two letters instead. */
function supportsFlags(): boolean {
  supported ??= textWidth(flagEmoji('DZ')) < 1.5 * textWidth(flagEmoji('D'));
  return supported;
}

function textWidth(text: string): number {
  return document.createElement('canvas').getContext('2d')?.measureText(text).width ?? 0;
}

/** The fonts of a system do not change. */
const neverChanges = () => () => undefined;

/** Decoration beside a country's name: its flag, or its code on systems without flags. */
export function Flag({ code }: { code: string }) {
  const isDrawn = useSyncExternalStore(neverChanges, supportsFlags, () => true);
  return (
    <span aria-hidden="true" className={styles[isDrawn ? 'flag' : 'code']} dir="ltr">
      {isDrawn ? flagEmoji(code) : code}
    </span>
  );
}

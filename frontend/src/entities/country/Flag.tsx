import { useSyncExternalStore } from 'react';
import { whenIdle } from '#lib/moments.ts';
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

/** Undefined until it is measured. */
let supportsFlags: boolean | undefined;

/** Measures whether the system has flags. Windows has none, and shows two letters instead. */
function measureFlags(): boolean {
  return textWidth(flagEmoji('DZ')) < 1.5 * textWidth(flagEmoji('D'));
}

function textWidth(text: string): number {
  return document.createElement('canvas').getContext('2d')?.measureText(text).width ?? 0;
}

/** Measures once, when the browser is idle: a canvas loads a font for it. The fonts of a system do not change. */
function subscribe(onMeasured: () => void): () => void {
  let isShown = true;
  if (supportsFlags === undefined) {
    whenIdle(() => {
      if (isShown) {
        supportsFlags ??= measureFlags();
        onMeasured();
      }
    });
  }
  return () => {
    isShown = false;
  };
}

/** Decoration beside a country's name: its flag, or its code on systems without flags. */
export function Flag({ code }: { code: string }) {
  const isDrawn = useSyncExternalStore(
    subscribe,
    () => supportsFlags ?? true,
    () => true,
  );
  return (
    <span aria-hidden="true" className={styles[isDrawn ? 'flag' : 'code']} dir="ltr">
      {isDrawn ? flagEmoji(code) : code}
    </span>
  );
}

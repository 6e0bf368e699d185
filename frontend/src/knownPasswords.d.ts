/** The files of known passwords (`vite/knownPasswords.ts`). */
declare module 'virtual:known-passwords' {
  /** The URL of each file without its bucket and `.txt`. */
  export const prefix: string;
}

/** The inline script of every page, bundled (`vite/inlineScript.ts`). */
declare module 'virtual:inline-script' {
  const code: string;
  export default code;
}

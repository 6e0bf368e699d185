import type { ReactNode } from 'react';

/** What prerendered pages have in the place of the list. There is nothing in the browser, whose code must not import it. */
export const listWithoutScripts: { content: ReactNode } = { content: null };

import type { ReactElement } from 'react';

/** What may stand beside other children: no text (`texts-in-elements` in `eslint`). */
export type Elements = ReactElement | readonly Elements[] | false | null | undefined;

import type { components } from '#api/schema.d.ts';
import { loadTranslationsIn } from '#i18n/loadTranslationsIn.ts';

export type Receipt = components['schemas']['Receipt'];
export type Proforma = components['schemas']['Proforma'];

/** A receipt, or the proforma invoice before it, which has no number. */
export type DocumentData = Proforma &
  Pick<Receipt, 'cash'> & { kind: Receipt['kind'] | 'proforma'; number?: string };

/** A document with the texts of its language, `myPlace`. */
export async function withTexts<Data extends Proforma>(loading: Promise<Data>): Promise<Data> {
  const data = await loading;
  await loadTranslationsIn(data.details.language, 'myPlace');
  return data;
}

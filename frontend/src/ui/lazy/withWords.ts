import type { FlatNamespace } from 'i18next';
import { loadTranslations } from '#i18n/i18n.ts';

/**
 * Fetches a part or a step together with the words of its areas: without them it is not there, and they are fetched
 * again when it is. (`useTranslation` alone goes on without words that it could not load, and never asks again.)
 */
export function withWords<Component>(
  areas: FlatNamespace[],
  load: () => Promise<Component>,
): () => Promise<Component> {
  return async () => {
    const [loaded] = await Promise.all([load(), loadTranslations(areas)]);
    return loaded;
  };
}

import { median } from './median.ts';

/** Measures several times. What is compared belongs into one round, so that other load on the machine affects it equally. */
export async function repeat<Round>(
  rounds: number,
  measure: () => Promise<Round>,
): Promise<Round[]> {
  const results: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    results.push(await measure());
  }
  return results;
}

/** The median, as a whole number. */
export const rounded = (values: number[]): number => Math.round(median(values));

/** The median of ratios. */
export const ratio = (values: number[]): string => median(values).toFixed(2);

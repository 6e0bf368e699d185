/** The occupations that the server accepts. */
export const openOccupations = ['student', 'teacher'] as const;

/** The other ones of spec §1, which are not open yet (contract, double readings). */
export const laterOccupations = ['freelancer', 'company', 'other'] as const;

export type Occupation = (typeof openOccupations)[number];

export function isOccupation(value: unknown): value is Occupation {
  return openOccupations.some((id) => id === value);
}

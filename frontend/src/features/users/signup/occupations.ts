/**
 * All occupations (spec §1). The server accepts the first two; the others are not open yet (contract, double
 * readings).
 */
export const occupations = [
  { id: 'student', isOpen: true },
  { id: 'teacher', isOpen: true },
  { id: 'freelancer', isOpen: false },
  { id: 'company', isOpen: false },
  { id: 'other', isOpen: false },
] as const;

export type Occupation = Extract<(typeof occupations)[number], { isOpen: true }>['id'];

export function isOccupation(value: unknown): value is Occupation {
  return occupations.some(({ id, isOpen }) => isOpen && id === value);
}

/** What the user looks for, as the URL has it. An empty value means any. */
export type Criteria = Record<(typeof criteriaNames)[number], string>;

export const criteriaNames = ['q', 'group', 'level', 'language', 'start', 'sort'] as const;

/** The criteria in the query of a URL. */
export function readCriteria(search: string): Criteria {
  const query = new URLSearchParams(search);
  return Object.fromEntries(criteriaNames.map((name) => [name, query.get(name) ?? ''])) as Criteria;
}

/** The query of a URL with these criteria. Other parameters stay. */
export function writeCriteria(search: string, criteria: Criteria): string {
  const query = new URLSearchParams(search);
  for (const name of criteriaNames) {
    query.delete(name);
    if (criteria[name]) {
      query.set(name, criteria[name]);
    }
  }
  const written = query.toString();
  return written && `?${written}`;
}

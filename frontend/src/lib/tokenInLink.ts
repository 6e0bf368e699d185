/** The token of an emailed link. Some programs take the punctuation after a link for its end. */
export function tokenInLink(search: string): string | undefined {
  const token = new URLSearchParams(search).get('token')?.replace(/[^\w-]+$/, '');
  return token === '' ? undefined : token;
}

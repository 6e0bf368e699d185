/** Whether two values of a field are equal; arrays are compared by their items. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return Array.isArray(a) && Array.isArray(b)
    ? a.length === b.length && a.every((entry, index) => Object.is(entry, b[index]))
    : Object.is(a, b);
}

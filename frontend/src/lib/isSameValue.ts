/** Whether two values of a field are equal; arrays and plain objects are compared by what they contain. No field holds a file. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (!isContainer(a) || !isContainer(b)) {
    return Object.is(a, b);
  }
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => isSameValue(a[key], b[key]));
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

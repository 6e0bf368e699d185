type Formats = Pick<
  typeof Intl,
  'DateTimeFormat' | 'DisplayNames' | 'ListFormat' | 'NumberFormat' | 'RelativeTimeFormat'
>;

/** A locale with Latin digits, which this product also writes in Arabic. The default of Arabic depends on the browser. */
export type LatinDigits = `${string}-u-nu-latn`;

const formats: Record<string, unknown> = {};

/**
 * A format of `Intl`. Each is made once, because to make one takes much longer than to format with it: a list formats the same facts for
 * all its items.
 */
export function intlFormat<Name extends keyof Formats>(
  name: Name,
  locale: Name extends 'DisplayNames' ? string : LatinDigits,
  options: ConstructorParameters<Formats[Name]>[1],
): InstanceType<Formats[Name]> {
  const key = name + locale + JSON.stringify(options);
  const Format = Intl[name] as new (...parameters: unknown[]) => unknown;
  return (formats[key] ??= new Format(locale, options)) as InstanceType<Formats[Name]>;
}

declare const isChecked: unique symbol;

/** A path of this site, with search and hash. Only `parseReturnPath` makes one, so navigating to it cannot leave the site. */
export type ReturnPath = string & { readonly [isChecked]: true };

/**
 * Resolves a value as a browser resolves a link, and returns its path if it is one of this site. Storage and states of locations outlive
 * releases, and may contain anything.
 */
export function parseReturnPath(value: unknown): ReturnPath | undefined {
  if (typeof value !== 'string') {
    return undefined;
  }
  const { origin, protocol } = window.location;
  let url: URL;
  try {
    url = new URL(value, origin);
  } catch {
    return undefined;
  }
  // A blob URL has the origin of the URL that it contains.
  if (url.origin !== origin || url.protocol !== protocol) {
    return undefined;
  }
  // `/.//elsewhere.example` has the path `//elsewhere.example`, which is another origin when it is resolved again.
  const path = url.pathname.replace(/^\/+/, '/') + url.search + url.hash;
  return path as ReturnPath;
}

/** The return path in the state of a location, `from`: where the user wanted to go before signing in or up. */
export function returnPathIn(state: unknown): ReturnPath | undefined {
  return parseReturnPath((state as { from?: unknown } | null)?.from);
}

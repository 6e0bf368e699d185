/**
 * The URL of a picture that the catalogue names. The pictures are public files, because a list of their hashed URLs would
 * be downloaded before the list of courses is shown.
 */
export function courseArtwork(name: string): string {
  return `/artwork/courses/${name}.svg`;
}

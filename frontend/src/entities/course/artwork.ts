/**
 * The URL of a picture that the catalogue names. The pictures are public files, because a list of their hashed URLs would
 * be downloaded before the list of courses is shown.
 */
export function courseArtwork(name: string): string {
  return `/artwork/courses/${name}.svg`;
}

/** The path of the picture that is shown with a link to a course. `npm run generate:icons` makes it from the same file. */
export function courseSharePicture(name: string): string {
  return `/artwork/courses/share/${name}.png`;
}

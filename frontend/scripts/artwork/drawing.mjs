/** What all generated pictures are drawn with: line art in two colors that are visible in both color schemes. */

export const PURPLE = '#8a63f6';
export const AMBER = '#f2a229';

/** @typedef {{ x: number, y: number }} Point */

/**
 * @param {string} d
 * @param {string} color
 * @param {number} width
 */
export function path(d, color, width, more = '') {
  return `<path d="${d}" stroke="${color}" stroke-width="${width}" ${more}/>`.replace(' />', '/>');
}

/**
 * @param {Point} place
 * @param {number} radius
 * @param {string} color
 */
export function dot(place, radius, color) {
  return `<circle cx="${round(place.x)}" cy="${round(place.y)}" r="${radius}" fill="${color}"/>`;
}

/** @param {Point} place */
export function point({ x, y }) {
  return `${round(x)} ${round(y)}`;
}

/** Rounds to whole units, which are the same on every machine. */
export function round(/** @type {number} */ value) {
  return Math.round(value);
}

/** @param {number} length */
export function range(length) {
  return Array.from({ length }, (_, index) => index);
}

/**
 * A picture of that size.
 *
 * @param {number} width
 * @param {number} height
 * @param {string} motif
 */
export function drawing(width, height, motif) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" fill="none" stroke-linecap="round" stroke-linejoin="round">${motif}</svg>\n`;
}

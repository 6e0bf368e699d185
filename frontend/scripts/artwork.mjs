/**
 * Generates src/entities/service-area/artwork/*.svg, one motif for each service area: line art for the background of text, in colors that are
 * visible in both color schemes. Generates public/artwork/courses/*.svg, one picture for each course, in the same colors.
 * `--check` fails when a file is not current, and always when a course has no picture or a heavy one.
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { HEIGHT, WIDTH, courseMotifs } from './artwork/courses.mjs';
import { AMBER, PURPLE, dot, drawing, path, point, range, round } from './artwork/drawing.mjs';

const SIZE = 960;
const CENTER = SIZE / 2;
const MAX_COURSE_BYTES = 2000;
/** The folder of the courses' pictures. */
const COURSES = 'public/artwork/courses';
const isCheck = process.argv.includes('--check');

/** @typedef {import('./artwork/drawing.mjs').Point} Point */

/** @type {Record<string, string>} */
const motifs = {
  courses: fannedPages(),
  consulting: twoVoices(),
  job: risingSteps(),
  networking: constellation(),
  psychology: drawnHeart(),
};

/** The turning pages of an open book. */
function fannedPages() {
  const spine = { x: CENTER, y: 660 };
  const pages = range(11).flatMap((page) => {
    const angle = 0.16 + page * 0.128;
    return [1, -1].map((side) => {
      const at = (/** @type {number} */ length, /** @type {number} */ lift) => ({
        x: spine.x + side * length * Math.cos(angle + lift),
        y: spine.y - length * Math.sin(angle + lift),
      });
      return `M${point(spine)}C${point(at(190, 0.62))} ${point(at(330, 0.2))} ${point(at(450, 0))}`;
    });
  });
  const cover = [1, -1].map(
    (side) =>
      `M${point(spine)}q${side * 180} -70 ${side * 430} 20v44q${side * -250} -90 ${side * -430} -16`,
  );
  const rising = range(7).map((step) => ({ x: CENTER, y: 560 - step * 62 }));
  return [
    path(pages.join(''), PURPLE, 2.5),
    path(cover.join(''), PURPLE, 4),
    ...rising.map((place, step) => dot(place, 9 - step, AMBER)),
  ].join('');
}

/** Two sets of nested speech bubbles that meet. */
function twoVoices() {
  const bubble = (
    /** @type {Point} */ { x, y },
    /** @type {number} */ scale,
    /** @type {1|-1} */ side,
  ) => {
    const w = round(260 * scale);
    const h = round(180 * scale);
    const r = round(90 * scale);
    const tail = round(80 * scale);
    const across = (/** @type {number} */ share) => side * round((w - r) * 2 * share);
    return (
      `M${x - side * (w - r)} ${y - h}h${across(1)}q${side * r} 0 ${side * r} ${r}v${2 * (h - r)}` +
      `q0 ${r} ${-side * r} ${r}h${across(-0.5)}l${-side * tail} ${tail}v${-tail}L${x - side * (w - r)} ${y + h}` +
      `q${-side * r} 0 ${-side * r} ${-r}v${-2 * (h - r)}q0 ${-r} ${side * r} ${-r}Z`
    );
  };
  const voice = (/** @type {Point} */ place, /** @type {1|-1} */ side) =>
    range(7)
      .map((echo) => bubble(place, 1.15 - echo * 0.15, side))
      .join('');
  return [
    path(voice({ x: 390, y: 370 }, 1), PURPLE, 3),
    path(voice({ x: 590, y: 590 }, -1), AMBER, 2.5),
  ].join('');
}

/** A skyline of steps, and a path up over them. */
function risingSteps() {
  const steps = range(9).map((step) => ({
    x: 110 + step * 84,
    height: 90 + step * 46 + (step % 2) * 34,
  }));
  const ground = 800;
  const towers = steps.map(
    ({ x, height }) => `M${x} ${ground}v${-height + 16}q0 -16 16 -16h28q16 0 16 16v${height - 16}`,
  );
  const windows = steps.flatMap(({ x, height }) =>
    range(Math.floor((height - 50) / 40)).map(
      (row) => `M${x + 16} ${ground - height + 40 + row * 40}h28`,
    ),
  );
  const route = steps.map(({ x, height }) => ({ x: x + 30, y: ground - height - 62 }));
  return [
    path(towers.join(''), PURPLE, 3),
    path(windows.join(''), PURPLE, 2),
    path(`M${route.map(point).join('L')}`, AMBER, 3, 'stroke-dasharray="1 13"'),
    ...route.map((place, step) => dot(place, step === route.length - 1 ? 13 : 6, AMBER)),
  ].join('');
}

/** A network of people. */
function constellation() {
  const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
  const people = range(52).map((n) => {
    const distance = 430 * Math.sqrt((n + 0.6) / 52) + 18 * Math.sin(n * 12.9);
    return {
      x: CENTER + distance * Math.cos(n * GOLDEN_ANGLE),
      y: CENTER + distance * Math.sin(n * GOLDEN_ANGLE),
    };
  });
  const links = people.flatMap((person, n) =>
    people
      .slice(n + 1)
      .filter((other) => Math.hypot(other.x - person.x, other.y - person.y) < 126)
      .map((other) => `M${point(person)}L${point(other)}`),
  );
  return [
    path(links.join(''), PURPLE, 1.75),
    ...people.map((place, n) =>
      dot(place, n % 9 === 4 ? 13 : 5 + (n % 4), n % 9 === 4 ? AMBER : PURPLE),
    ),
  ].join('');
}

/** A heart, drawn in many strokes. */
function drawnHeart() {
  const heart =
    'M0 190C-130 100 -220 10 -220 -90C-220 -160 -168 -206 -108 -206C-62 -206 -22 -180 0 -136' +
    'C22 -180 62 -206 108 -206C168 -206 220 -160 220 -90C220 10 130 100 0 190Z';
  const strokes = range(12).map((stroke) => {
    const transform = `translate(${CENTER} ${CENTER + 20})rotate(${stroke * 3 - 16})scale(${round((0.3 + stroke * 0.135) * 100) / 100})`;
    const isAmber = stroke < 2;
    return `<path d="${heart}" transform="${transform}" stroke="${isAmber ? AMBER : PURPLE}" stroke-width="${3.5 - (stroke % 3)}" vector-effect="non-scaling-stroke"${stroke % 4 === 2 ? ' stroke-dasharray="2 12"' : ''}/>`;
  });
  return strokes.join('');
}

/** What is drawn, by the path of its file. */
const drawings = {
  ...Object.fromEntries(
    Object.entries(motifs).map(([pillar, motif]) => [
      `src/entities/service-area/artwork/${pillar}.svg`,
      drawing(SIZE, SIZE, motif),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(courseMotifs).map(([course, motif]) => [
      `${COURSES}/${course}.svg`,
      drawing(WIDTH, HEIGHT, motif),
    ]),
  ),
};

for (const [name, text] of Object.entries(drawings)) {
  const file = new URL(`../${name}`, import.meta.url);
  if (!isCheck) {
    writeFileSync(file, text);
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    fail(`${name} is not current: npm run generate:artwork`);
  }
}

const catalogue = new URL('../../infra/catalogue/courses/', import.meta.url);
for (const file of readdirSync(catalogue).filter((name) => name.endsWith('.toml'))) {
  const named = /^artwork = "(.+)"$/m.exec(readFileSync(new URL(file, catalogue), 'utf8'))?.[1];
  if (named && !(named in courseMotifs)) {
    fail(
      `infra/catalogue/courses/${file} names the artwork ${named}, which scripts/artwork/courses.mjs does not draw`,
    );
  }
}
for (const course of Object.keys(courseMotifs)) {
  const size = gzipSync(drawings[`${COURSES}/${course}.svg`] ?? '').length;
  if (size > MAX_COURSE_BYTES) {
    fail(
      `The artwork of ${course} has ${size} bytes compressed, and at most ${MAX_COURSE_BYTES} are allowed`,
    );
  }
}

/** @param {string} message */
function fail(message) {
  console.error(message);
  process.exitCode = 1;
}

/** The pictures of the courses, for the top of a card: one motif for each subject, 480 by 270. */
import { AMBER, PURPLE, dot, path, point, range, round } from './drawing.mjs';

export const WIDTH = 480;
export const HEIGHT = 270;

/** The motif of each course, by the name that its file in infra/catalogue gives it. */
export const courseMotifs = {
  'arabic-calligraphy': penStrokes(),
  'business-english': conversation(),
  'business-french': letter(),
  'business-plan': lightBulb(),
  'clinical-trials': twoArms(),
  'creative-journaling': openJournal(),
  'cv-and-interviews': resume(),
  'cybersecurity-fundamentals': padlock(),
  'data-analysis-python': scatterPlot(),
  'financial-reporting': balance(),
  freelancing: invoice(),
  'laboratory-quality': controlChart(),
  'occupational-health-safety': helmet(),
  'online-store': shopFront(),
  'project-management': ganttChart(),
  'public-speaking': microphone(),
  'research-methods': magnifier(),
  'teaching-methods': classroom(),
  'team-leadership': formation(),
  'ui-design': screens(),
};

/** Bars that follow from one another, and a milestone. */
function ganttChart() {
  const bars = [
    [60, 120],
    [110, 150],
    [210, 110],
    [250, 140],
    [330, 90],
  ].map(([x = 0, length = 0], row) => ({ x, length, y: 50 + row * 40 }));
  const grid = range(7).map((column) => `M${60 + column * 60} 30v210`);
  const links = bars
    .slice(1)
    .map(({ x, y }, row) => `M${(bars[row]?.x ?? 0) + 30} ${y - 30}v30H${x - 10}`);
  return [
    path(grid.join(''), PURPLE, 1, 'stroke-opacity=".4"'),
    path(links.join(''), AMBER, 2),
    path(bars.map(({ x, y, length }) => rectangle(x, y - 10, length, 20, 10)).join(''), PURPLE, 3),
    path('M440 196l14 14-14 14-14-14z', AMBER, 3),
  ].join('');
}

/** Points around a rising line, with the axes. */
function scatterPlot() {
  const points = range(22).map((n) => ({
    x: 90 + n * 15,
    y: 205 - n * 6.4 + 30 * Math.sin(n * 2.4) * Math.cos(n * 0.9),
  }));
  return [
    path('M60 30v200h370', PURPLE, 3),
    path(
      range(4)
        .map((row) => `M60 ${190 - row * 40}h360`)
        .join(''),
      PURPLE,
      1,
      'stroke-opacity=".4"',
    ),
    path('M80 210L420 60', AMBER, 3, 'stroke-dasharray="1 9"'),
    ...points.map((place, n) => dot(place, n % 5 === 2 ? 7 : 4, n % 5 === 2 ? AMBER : PURPLE)),
  ].join('');
}

/** Rows of people around a teacher and a board. */
function classroom() {
  const rows = range(3).flatMap((row) =>
    range(7 + row * 2).map((seat) => {
      const angle = Math.PI * ((seat + 0.5) / (7 + row * 2));
      const radius = 105 + row * 38;
      return { x: 240 - radius * 1.1 * Math.cos(angle), y: 70 + radius * Math.sin(angle) };
    }),
  );
  return [
    path(rectangle(160, 22, 160, 64, 6) + 'M180 44h70M180 62h100', PURPLE, 3),
    dot({ x: 240, y: 116 }, 11, AMBER),
    path('M218 142q22-22 44 0', AMBER, 3),
    ...rows.map((place) => dot(place, 6, PURPLE)),
  ].join('');
}

/** A safety helmet above warning stripes. */
function helmet() {
  const stripes = range(9).map((n) => `M${70 + n * 40} 240l24-26`);
  return [
    path('M120 170a120 116 0 0 1 240 0', PURPLE, 4),
    path('M92 170h296q8 0 8 8v4q0 8-8 8H92q-8 0-8-8v-4q0-8 8-8z', PURPLE, 4),
    path('M212 60v70M268 60v70M212 62q28-16 56 0', PURPLE, 4),
    path('M150 158q4-44 36-68M330 158q-4-44-36-68', PURPLE, 2),
    path(stripes.join(''), AMBER, 6),
  ].join('');
}

/** Scales with columns of figures. */
function balance() {
  const columns = (/** @type {number} */ x, /** @type {number[]} */ heights) =>
    heights.map((height, n) => rectangle(x + n * 24, 150 - height, 16, height, 3)).join('');
  return [
    path('M240 34v188M180 234h120M110 62l260-10', PURPLE, 4),
    path('M110 62l-46 88h92zM370 52l-46 98h92z', PURPLE, 2),
    path('M58 152q52 44 104 0zM318 152q52 44 104 0z', PURPLE, 4),
    path(columns(78, [24, 42, 32]), AMBER, 3),
    path(columns(338, [18, 30, 46]), AMBER, 3),
    dot({ x: 240, y: 34 }, 8, AMBER),
  ].join('');
}

/** Measurements between two limits, one of them outside. */
function controlChart() {
  const measured = [4, -18, 10, 22, -8, -26, 12, -4, 62, 16, -14, 6].map((value, n) => ({
    x: 64 + n * 32,
    y: 140 - value,
  }));
  return [
    path('M44 30v206h396', PURPLE, 3),
    path('M44 140h396', PURPLE, 2),
    path('M44 92h396M44 188h396', AMBER, 2, 'stroke-dasharray="10 8"'),
    path(`M${measured.map(point).join('L')}`, PURPLE, 3),
    ...measured.map((place) => dot(place, 5, place.y < 92 ? AMBER : PURPLE)),
    path('M320 64a16 16 0 1 0 .1 0z', AMBER, 2),
  ].join('');
}

/** People who are assigned to one of two groups. */
function twoArms() {
  const people = (/** @type {number} */ y, /** @type {string} */ color) =>
    range(7).map((n) => dot({ x: 264 + n * 25, y: y + (n % 2) * 16 }, 6, color));
  return [
    ...range(8).map((n) =>
      dot({ x: 50 + (n % 4) * 26, y: 115 + Math.floor(n / 4) * 36 }, 7, PURPLE),
    ),
    path('M152 134h26q20 0 24-24l6-26q4-14 18-14M178 134q20 0 24 24l6 26q4 14 18 14', PURPLE, 3),
    ...people(62, PURPLE),
    ...people(190, AMBER),
    path(rectangle(236, 36, 206, 68, 34), PURPLE, 2),
    path(rectangle(236, 164, 206, 68, 34), AMBER, 2),
  ].join('');
}

/** Birds that follow the first. */
function formation() {
  const birds = range(6).flatMap((n) =>
    n === 0
      ? [{ x: 350, y: 90 }]
      : [
          { x: 350 - n * 52, y: 90 - n * 10 },
          { x: 350 - n * 40, y: 90 + n * 28 },
        ],
  );
  const wings = birds.map(({ x, y }) => `M${x - 22} ${y + 12}q14-16 22 0q8-16 22 0`);
  return [
    path(wings.slice(1).join(''), PURPLE, 4),
    path(wings[0] ?? '', AMBER, 5),
    path('M386 84q26-14 54-18', AMBER, 3, 'stroke-dasharray="1 9"'),
  ].join('');
}

/** A padlock within circles of connections. */
function padlock() {
  const rays = range(12).map((n) => {
    const at = (/** @type {number} */ length) => ({
      x: 240 + length * 1.5 * Math.cos((n * Math.PI) / 6),
      y: 140 + length * Math.sin((n * Math.PI) / 6),
    });
    return { line: `M${point(at(84))}L${point(at(104))}`, end: at(112) };
  });
  return [
    path(rectangle(180, 122, 120, 90, 14), PURPLE, 4),
    path('M204 122v-28a36 36 0 0 1 72 0v28', PURPLE, 4),
    dot({ x: 240, y: 158 }, 10, AMBER),
    path('M240 166v22', AMBER, 5),
    path(rays.map(({ line }) => line).join(''), PURPLE, 2),
    ...rays.map(({ end }, n) => dot(end, 4, n % 3 === 0 ? AMBER : PURPLE)),
  ].join('');
}

/** A page of text under a magnifier. */
function magnifier() {
  const lines = range(8).map(
    (row) => `M120 ${60 + row * 22}h${[150, 180, 120, 170, 150, 180, 100, 140][row]}`,
  );
  return [
    path(rectangle(90, 26, 240, 218, 10), PURPLE, 3),
    path(lines.join(''), PURPLE, 2),
    path('M368 124a64 64 0 1 1-128 0a64 64 0 1 1 128 0z', AMBER, 5),
    path('M350 170l58 58', AMBER, 9),
    path('M270 110q14-26 40-26', AMBER, 3),
  ].join('');
}

/** An invoice with coins. */
function invoice() {
  const rows = range(4).map((row) => `M150 ${92 + row * 28}h90M276 ${92 + row * 28}h30`);
  return [
    path('M120 30h216v212l-27-18-27 18-27-18-27 18-27-18-27 18-27-18-27 18z', PURPLE, 4),
    path('M150 60h60', AMBER, 5),
    path(rows.join(''), PURPLE, 3),
    ...range(3).map((n) => path(ellipse(384, 214 - n * 22, 36, 13), AMBER, 3)),
  ].join('');
}

/** Two speech bubbles. */
function conversation() {
  return [
    path(
      'M90 40h180q20 0 20 20v70q0 20-20 20H160l-40 34v-34H90q-20 0-20-20V60q0-20 20-20z',
      PURPLE,
      4,
    ),
    path('M100 74h140M100 98h100M100 122h120', PURPLE, 3),
    path('M310 110h70q20 0 20 20v62q0 20-20 20h-20v30l-34-30H230q-20 0-20-20v-14', AMBER, 4),
    ...range(3).map((n) => dot({ x: 280 + n * 30, y: 180 }, 6, AMBER)),
  ].join('');
}

/** An envelope with a letter, and its seal. */
function letter() {
  return [
    path('M120 110V38q0-8 8-8h224q8 0 8 8v72', PURPLE, 3),
    path('M150 60h120M150 82h180M150 104h150', PURPLE, 3),
    path('M90 110h300v120q0 12-12 12H102q-12 0-12-12z', PURPLE, 4),
    path('M90 114l150 86 150-86M94 236l96-62M386 236l-96-62', PURPLE, 2),
    path('M262 206a22 22 0 1 1-44 0a22 22 0 1 1 44 0z', AMBER, 4),
    path('M232 206l6 7 11-13', AMBER, 3),
  ].join('');
}

/** A microphone with rings of sound. */
function microphone() {
  const rings = range(5).flatMap((n) => {
    const radius = 66 + n * 32;
    const [x, y] = [round(radius * Math.cos(0.6)), round(radius * Math.sin(0.6))];
    return [1, -1].map(
      (side) =>
        `M${240 + side * x} ${112 - y}A${radius} ${radius} 0 0 ${side > 0 ? 1 : 0} ${240 + side * x} ${112 + y}`,
    );
  });
  return [
    path(rectangle(208, 40, 64, 118, 32), PURPLE, 4),
    path('M208 84h64M208 108h64', PURPLE, 2),
    path('M186 116v10a54 54 0 0 0 108 0v-10M240 180v44M200 228h80', PURPLE, 4),
    path(rings.join(''), AMBER, 3, 'stroke-dasharray="2 10"'),
  ].join('');
}

/** Two screens of an application, each the mirror image of the other. */
function screens() {
  const screen = (/** @type {number} */ x, /** @type {1|-1} */ side) => {
    const left = (/** @type {number} */ from, /** @type {number} */ length) =>
      side > 0 ? `M${x + from} ` : `M${x + 110 - from - length} `;
    return [
      path(rectangle(x, 24, 110, 222, 16), PURPLE, 4),
      path(
        [60, 80].map((y, n) => `${left(44, 50 - n * 16)}${y}h${50 - n * 16}`).join('') +
          rectangle(x + 16, 156, 78, 26, 6) +
          [110, 130].map((y, n) => `${left(16, 78 - n * 30)}${y}h${78 - n * 30}`).join(''),
        PURPLE,
        3,
      ),
      dot({ x: side > 0 ? x + 27 : x + 83, y: 68 }, 12, AMBER),
      path(rectangle(x + 16, 200, 78, 26, 13), AMBER, 3),
    ].join('');
  };
  return [
    screen(90, 1),
    screen(280, -1),
    path('M218 120h44M252 110l10 10-10 10M262 150h-44M228 140l-10 10 10 10', AMBER, 3),
  ].join('');
}

/** A shop under an awning. */
function shopFront() {
  const scallops = range(6).map((n) => `M${110 + n * 44} 96a22 22 0 0 0 44 0`);
  const stripes = range(5).map((n) => `M${154 + n * 44} 96l${(n - 2) * -7} -52`);
  return [
    path('M128 44h228l20 52H108z', PURPLE, 4),
    path(stripes.join(''), PURPLE, 2),
    path(scallops.join(''), AMBER, 4),
    path('M122 124v112h236V124', PURPLE, 4),
    path(rectangle(146, 144, 100, 60, 4), PURPLE, 3),
    path('M276 236v-92h56v92M318 192h2', PURPLE, 3),
    path('M170 204v-26h52v26M196 178v26', AMBER, 3),
  ].join('');
}

/** A light bulb over a sheet of squares. */
function lightBulb() {
  const rays = range(7).map((n) => {
    const angle = Math.PI * (1 + n / 6);
    const at = (/** @type {number} */ length) => ({
      x: 240 + length * Math.cos(angle),
      y: 110 + length * Math.sin(angle),
    });
    return `M${point(at(80))}L${point(at(98))}`;
  });
  const squares = range(5).map((n) => rectangle(62 + n * 74, 214, 60, 34, 5));
  return [
    path('M216 172v-16q-36-16-36-50a60 60 0 0 1 120 0q0 34-36 50v16z', PURPLE, 4),
    path('M220 184h40M228 196h24', PURPLE, 4),
    path('M222 112l18 14 18-14M240 126v30', AMBER, 3),
    path(rays.join(''), AMBER, 4),
    path(squares.join(''), PURPLE, 2),
  ].join('');
}

/** A page with a portrait, and another behind it. */
function resume() {
  return [
    path('M300 36h40q10 0 10 10v186q0 10-10 10h-40', PURPLE, 2),
    path(rectangle(130, 26, 170, 218, 10), PURPLE, 4),
    path('M186 70a18 18 0 1 1-36 0a18 18 0 1 1 36 0zM146 116q2-22 22-22t22 22', AMBER, 4),
    path('M206 62h70M206 82h50M206 102h60', PURPLE, 3),
    path('M152 142h126M152 164h100M152 186h116M152 208h80', PURPLE, 3),
    path('M366 150l18 20 34-44', AMBER, 6),
  ].join('');
}

/** An open notebook with a flower. */
function openJournal() {
  const petals = range(8).map((n) => {
    const angle = (n * Math.PI) / 4;
    return path(
      'M0 0q-16-22 0-44q16 22 0 44z',
      AMBER,
      3,
      `transform="translate(328 116)rotate(${round((angle * 180) / Math.PI)})"`,
    );
  });
  return [
    path('M240 52q-60-26-160-12v182q100-14 160 12q60-26 160-12V40q-100-14-160 12z', PURPLE, 4),
    path('M240 52v182', PURPLE, 3),
    path('M110 82q50-6 100 6M110 112q50-6 100 6M110 142q50-6 70 0', PURPLE, 3),
    path('M110 190q16-26 32 0t32 0 32 0', AMBER, 4),
    ...petals,
    dot({ x: 328, y: 116 }, 8, PURPLE),
    path('M328 164q-2 22-14 40', PURPLE, 3),
  ].join('');
}

/** Curves of a reed pen, with the dots by which letters are measured. */
function penStrokes() {
  const measure = (/** @type {number} */ x, /** @type {number} */ y) => `M${x} ${y}l9-9 9 9-9 9z`;
  return [
    path('M400 60q-6 60-16 104', PURPLE, 9),
    path('M352 96q18 84-66 92q-96 8-76-70', PURPLE, 9),
    path('M176 130q22 26 6 44q-40 40-104 22q-24-8-22-36', PURPLE, 9),
    path(
      range(4)
        .map((n) => measure(412, 74 + n * 24))
        .join(''),
      AMBER,
      3,
    ),
    path(measure(292, 104), AMBER, 3),
    path('M60 236h360', AMBER, 2, 'stroke-dasharray="1 9"'),
    path('M230 40l60-18 8 10-56 28z', PURPLE, 3),
  ].join('');
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {number} r
 */
function rectangle(x, y, width, height, r) {
  const [h, v] = [width - 2 * r, height - 2 * r];
  return `M${x + r} ${y}h${h}a${r} ${r} 0 0 1 ${r} ${r}v${v}a${r} ${r} 0 0 1 ${-r} ${r}h${-h}a${r} ${r} 0 0 1 ${-r} ${-r}v${-v}a${r} ${r} 0 0 1 ${r} ${-r}z`;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} rx
 * @param {number} ry
 */
function ellipse(x, y, rx, ry) {
  return `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;
}

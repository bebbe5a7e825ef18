/** Background motifs as SVG in units, in the colours that the recipe passes. */
import type { Backdrop } from '../wishes/wishes.js';

interface MotifColours {
  /** The farthest layer, close to the ground's colour. */
  readonly far: string;
  readonly near: string;
  /** Stars, the sun, blossoms. */
  readonly light: string;
}

interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly colours: MotifColours;
  readonly random: () => number;
}

const path = (d: string, fill: string, opacity = 1): string => `<path d="${d}" fill="${fill}" opacity="${opacity}"/>`;
const circle = (x: number, y: number, r: number, fill: string, opacity = 1): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" opacity="${opacity}"/>`;
const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

/** Random positions all over the picture, about `pitch` apart, without a visible grid. */
function sprinkle({ width, height, random }: Canvas, pitch: number): [x: number, y: number][] {
  const [columns, rows] = [Math.round(width / pitch), Math.round(height / pitch)];
  return times(columns * rows, (n) => [
    (((n % columns) + 0.5 + (random() - 0.5) * 0.75 + (Math.floor(n / columns) % 2) * 0.5) / columns) * width,
    ((Math.floor(n / columns) + 0.5 + (random() - 0.5) * 0.75) / rows) * height,
  ]);
}

/** A band from side to side with an upper edge through the heights, filled down to the bottom of the picture. */
function ridge({ width, height }: Canvas, heights: readonly number[], fill: string, opacity = 1): string {
  const points = heights.map((y, n) => `${(n / (heights.length - 1)) * width} ${y}`);
  return path(`M0 ${height} L${points.join(' L')} L${width} ${height} Z`, fill, opacity);
}

function star(x: number, y: number, r: number, fill: string): string {
  const waist = r * 0.16;
  return path(
    `M${x} ${y - r} L${x + waist} ${y - waist} L${x + r} ${y} L${x + waist} ${y + waist} L${x} ${y + r} L${x - waist} ${y + waist} L${x - r} ${y} L${x - waist} ${y - waist} Z`,
    fill,
  );
}

function stars(canvas: Canvas): string[] {
  const { colours, random, width, height } = canvas;
  const sky = sprinkle(canvas, 84).map(([x, y]) =>
    random() < 0.35
      ? star(x, y, 9 + random() * 15, colours.light)
      : circle(x, y, 1.6 + random() * 3.4, colours.light, 0.9),
  );
  const [x, y, r] = [width * 0.8, height * 0.17, 62];
  return [
    ...sky,
    path(
      `M${x} ${y - r} A${r} ${r} 0 1 1 ${x - r * 0.8} ${y + r * 0.6} A${r * 0.82} ${r * 0.82} 0 0 0 ${x} ${y - r} Z`,
      colours.light,
    ),
  ];
}

function sun({ width, height, colours }: Canvas): string[] {
  const [x, y, r] = [width / 2, height * 0.46, Math.min(width, height) * 0.33];
  const reach = width + height;
  const rays = times(18, (n) => {
    const [from, to] = [(n / 18) * 2 * Math.PI, ((n + 0.5) / 18) * 2 * Math.PI];
    return path(
      `M${x} ${y} L${x + Math.cos(from) * reach} ${y + Math.sin(from) * reach} L${x + Math.cos(to) * reach} ${y + Math.sin(to) * reach} Z`,
      colours.far,
      0.75,
    );
  });
  return [...rays, circle(x, y, r * 1.12, colours.near), circle(x, y, r, colours.light)];
}

function sea(canvas: Canvas): string[] {
  const { width, height, colours, random } = canvas;
  return times(6, (n) => {
    const [y, swell, period] = [height * (0.5 + n * 0.085), 10 + n * 3, 150 + n * 26];
    const start = -random() * period;
    const waves = times(
      Math.ceil((width - start) / period) + 1,
      () => `q${period / 4} ${-swell * 2} ${period / 2} 0 t${period / 2} 0`,
    );
    return path(
      `M${start} ${y} ${waves.join(' ')} L${width + period} ${height} L${start} ${height} Z`,
      n % 2 === 0 ? colours.near : colours.far,
      0.9,
    );
  }).concat(circle(width * 0.76, height * 0.2, Math.min(width, height) * 0.1, colours.light));
}

function mountains(canvas: Canvas): string[] {
  const { width, height, colours, random } = canvas;
  const range = (base: number, tall: number, peaks: number): number[] =>
    times(
      peaks * 2 + 1,
      (n) => height * (base - (n % 2 === 1 ? tall * (0.65 + random() * 0.5) : tall * random() * 0.3)),
    );
  return [
    circle(width * 0.24, height * 0.22, Math.min(width, height) * 0.11, colours.light),
    ridge(canvas, range(0.7, 0.36, 3), colours.far),
    ridge(canvas, range(0.84, 0.3, 4), colours.near),
  ];
}

function forest(canvas: Canvas): string[] {
  const { width, height, colours, random } = canvas;
  const pine = (x: number, foot: number, tall: number, fill: string): string => {
    const tiers = times(3, (n) => {
      const [top, low, half] = [
        foot - tall * (1 - n * 0.25),
        foot - tall * (0.52 - n * 0.24),
        tall * (0.13 + n * 0.07),
      ];
      return `M${x} ${top} L${x + half} ${low} L${x - half} ${low} Z`;
    });
    return path(
      `${tiers.join(' ')} M${x - tall * 0.02} ${foot - tall * 0.1} h${tall * 0.04} v${tall * 0.1} h${-tall * 0.04} Z`,
      fill,
    );
  };
  const row = (count: number, foot: number, tall: number, fill: string): string[] =>
    times(count, (n) =>
      pine(((n + 0.2 + random() * 0.6) / count) * width, height * foot, height * tall * (0.75 + random() * 0.5), fill),
    ).concat(`<rect x="0" y="${height * foot - 2}" width="${width}" height="${height}" fill="${fill}"/>`);
  return [...row(9, 0.72, 0.42, colours.far), ...row(7, 0.86, 0.5, colours.near)];
}

function flowers(canvas: Canvas): string[] {
  const { colours, random } = canvas;
  return sprinkle(canvas, 150).map(([x, y], n) => {
    const [r, turn] = [24 + random() * 26, random() * 72];
    const petals = times(
      5,
      (p) =>
        `<ellipse cx="${x}" cy="${y - r * 0.62}" rx="${r * 0.36}" ry="${r * 0.5}" transform="rotate(${turn + p * 72} ${x} ${y})" fill="${n % 3 === 0 ? colours.near : colours.light}"/>`,
    );
    return [...petals, circle(x, y, r * 0.26, n % 3 === 0 ? colours.light : colours.near)].join('');
  });
}

function hearts(canvas: Canvas): string[] {
  const { colours, random } = canvas;
  return sprinkle(canvas, 128).map(([x, y], n) => {
    const r = 16 + random() * 26;
    return path(
      `M${x} ${y + r} C${x - r * 1.7} ${y - r * 0.1} ${x - r * 0.9} ${y - r * 1.2} ${x} ${y - r * 0.4} C${x + r * 0.9} ${y - r * 1.2} ${x + r * 1.7} ${y - r * 0.1} ${x} ${y + r} Z`,
      n % 2 === 0 ? colours.near : colours.light,
      0.92,
    );
  });
}

const snow = (canvas: Canvas): string[] => [
  ridge(
    canvas,
    times(9, () => canvas.height * (0.82 + canvas.random() * 0.05)),
    canvas.colours.light,
  ),
  ...sprinkle(canvas, 62).map(([x, y]) => circle(x, y, 2.5 + canvas.random() * 7, canvas.colours.light, 0.9)),
];

function city(canvas: Canvas): string[] {
  const { width, height, colours, random } = canvas;
  const row = (foot: number, tall: number, fill: string, window: string | null): string[] => {
    const houses: string[] = [];
    for (let x = -20; x < width;) {
      const [wide, high] = [48 + random() * 74, height * tall * (0.45 + random() * 0.65)];
      houses.push(`<rect x="${x}" y="${height * foot - high}" width="${wide}" height="${height}" fill="${fill}"/>`);
      for (let y = height * foot - high + 16; window && y < height * foot; y += 24) {
        for (let w = x + 10; w < x + wide - 12; w += 20)
          if (random() < 0.4) houses.push(`<rect x="${w}" y="${y}" width="8" height="11" fill="${window}"/>`);
      }
      x += wide + 3;
    }
    return houses;
  };
  return [...row(0.78, 0.5, colours.far, null), ...row(0.9, 0.4, colours.near, colours.light)];
}

const MOTIFS: Record<Exclude<Backdrop, 'plain'>, (canvas: Canvas) => string[]> = {
  stars,
  sun,
  sea,
  mountains,
  forest,
  flowers,
  hearts,
  snow,
  city,
};

/** SVG elements; empty for a plain ground. */
export const motif = (backdrop: Backdrop, canvas: Canvas): string =>
  backdrop === 'plain' ? '' : MOTIFS[backdrop](canvas).join('');

/** What the cut-out cases draw: pets, a fence, a floor and a watermark, as SVG. */

const rectangle = (x: number, y: number, width: number, height: number, fill: string): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;

const svg = (width: number, height: number, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`;

const tiles = (width: number, height: number): string =>
  Array.from({ length: 48 }, (_, n) => {
    const [column, row] = [n % 8, Math.floor(n / 8)];
    const fill = (column + row) % 2 === 0 ? '#cfc6b6' : '#bdb2a0';
    return rectangle((column * width) / 8, (row * height) / 6, width / 8, height / 6, fill);
  }).join('');

export const floor = (width: number, height: number): string => svg(width, height, tiles(width, height));

export const fence = (width: number, height: number): string =>
  svg(
    width,
    height,
    Array.from({ length: 11 }, (_, n) => rectangle((n * width) / 11, height * 0.3, width / 18, height, '#9b8a72')).join(
      '',
    ) + rectangle(0, height * 0.45, width, height * 0.05, '#85745e'),
  );

export const watermark = (width: number, height: number): string =>
  svg(
    width,
    height,
    `<text x="${width * 0.04}" y="${height * 0.14}" font-family="sans-serif" font-weight="bold" font-size="${height * 0.09}" fill="#fff" fill-opacity="0.85">© Pet Photos</text>`,
  );

const sky = rectangle(0, 0, 640, 300, '#8fc3e8');
const meadow = rectangle(0, 300, 640, 180, '#5f9a4a');

/** A sitting animal: body, head, ears, eyes and a nose. */
const sitting = (fur: string, chest: string, eyes: string): string =>
  `<g fill="${fur}"><ellipse cx="320" cy="370" rx="105" ry="100"/><circle cx="320" cy="200" r="85"/><polygon points="245,170 255,70 315,130"/><polygon points="395,170 385,70 325,130"/></g>
  <g fill="${chest}"><ellipse cx="320" cy="235" rx="45" ry="34"/><ellipse cx="320" cy="380" rx="55" ry="70"/></g>
  <g fill="${eyes}"><circle cx="288" cy="190" r="13"/><circle cx="352" cy="190" r="13"/></g><ellipse cx="320" cy="222" rx="15" ry="10" fill="#111"/>`;

export const DRAWN_PETS: Readonly<Record<string, { readonly ground: string; readonly pet: string }>> = {
  'drawn brown dog': { ground: sky + meadow, pet: sitting('#6b4a2f', '#caa27a', '#111') },
  'drawn black cat': {
    ground: rectangle(0, 0, 640, 480, '#8a8f98') + rectangle(0, 330, 640, 150, '#6f747d'),
    pet: sitting('#1d1a1c', '#2c282b', '#d8c13a'),
  },
  'drawn white rabbit': { ground: tiles(640, 480), pet: sitting('#f7f4ef', '#ffffff', '#7a2f3a') },
};

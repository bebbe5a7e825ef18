import { type Garment, groove, label, ribBand, stitch, withMirror } from '../garment.js';
import type { Shades } from '../colours.js';
import { crease, line, type Segment, shape, symmetric } from '../outline.js';

const sleeveSeam = line([738, 203], [736, 270, 744, 350, 757, 410]);
const cuff = line([894, 408], [866, 434, 828, 456, 791, 468]);
const hem = line([242, 842], [330, 862, 420, 866, 500, 866], [580, 866, 670, 862, 758, 842]);
const neckline = line([404, 150], [416, 196, 452, 226, 500, 226], [548, 226, 584, 196, 596, 150]);
const collarMiddle = line([393, 154], [404, 209, 446, 241, 500, 241], [554, 241, 596, 209, 607, 154]);
const collarSeam = line([381, 158], [392, 222, 440, 256, 500, 256], [560, 256, 608, 222, 619, 158]);

const backNeckline = line([404, 150], [438, 169, 458, 174, 500, 174], [542, 174, 562, 169, 596, 150]);
const backCollarMiddle = line([393, 154], [427, 180, 458, 187, 500, 187], [542, 187, 573, 180, 607, 154]);
const backCollarSeam = line([381, 158], [415, 192, 458, 200, 500, 200], [542, 200, 585, 192, 619, 158]);
const sides: Segment[] = [
  [640, 164, 690, 180, 738, 203],
  [772, 220, 796, 246, 814, 280],
  [842, 330, 872, 376, 906, 424],
  [880, 450, 838, 474, 798, 486],
  [784, 456, 770, 432, 757, 410],
  [752, 520, 752, 700, 762, 862],
  [690, 880, 590, 884, 500, 884],
];

/** On both sides. */
const seams = (shades: Shades): string =>
  withMirror(sleeveSeam)
    .map((path) => groove(path, shades))
    .join('') +
  withMirror(cuff)
    .map((path) => stitch(path, shades))
    .join('') +
  stitch(hem, shades);

/** Crew neck, straight body, set-in sleeves. */
export const classicTee: Garment = {
  silhouette: symmetric([500, 226], [548, 226, 584, 196, 596, 150], ...sides),
  inside: ({ dark, seam }) =>
    `<path d="${shape([404, 150], [430, 138, 570, 138, 596, 150], [590, 200, 550, 240, 500, 240], [450, 240, 410, 200, 404, 150])}" fill="${dark}"/>` +
    `<path d="${shape([404, 150], [430, 138, 570, 138, 596, 150], [586, 176, 550, 182, 500, 182], [450, 182, 414, 176, 404, 150])}" fill="${seam}" fill-opacity=".5"/>` +
    label(500, 160),
  creases: [
    [crease(750, 408, 630, 512, -16, 30), 0.42],
    [crease(752, 416, 686, 590, 14, 26), 0.38],
    [crease(250, 408, 356, 496, 16, 28), 0.42],
    [crease(248, 420, 304, 610, -14, 24), 0.38],
    [crease(742, 240, 800, 400, 12, 24), 0.38],
    [crease(826, 330, 800, 460, -8, 20), 0.4],
    [crease(258, 240, 200, 400, -12, 24), 0.38],
    [crease(174, 330, 204, 462, 8, 20), 0.4],
    [crease(288, 876, 352, 600, 14, 44), 0.2],
    [crease(708, 876, 640, 570, -16, 48), 0.2],
    [crease(576, 886, 552, 690, 10, 36), 0.16],
    [crease(412, 886, 440, 660, -10, 34), 0.16],
    [crease(600, 200, 668, 360, 14, 36), 0.24],
    [crease(398, 200, 324, 350, -14, 36), 0.24],
    [crease(420, 300, 590, 420, 26, 40), 0.1],
  ],
  drape: { seed: 11, grainX: 240, grainY: 400, softness: 0.46 },
  details: (shades) =>
    seams(shades) +
    ribBand(collarMiddle, 25, shades) +
    groove(collarSeam, shades) +
    `<path d="${neckline}" fill="none" stroke="${shades.seam}" stroke-width="2" stroke-opacity=".5"/>`,
  back: {
    silhouette: symmetric([500, 174], [542, 174, 562, 169, 596, 150], ...sides),
    details: (shades) =>
      seams(shades) +
      ribBand(backCollarMiddle, 25, shades) +
      groove(backCollarSeam, shades) +
      `<path d="${backNeckline}" fill="none" stroke="${shades.seam}" stroke-width="2" stroke-opacity=".5"/>`,
  },
};

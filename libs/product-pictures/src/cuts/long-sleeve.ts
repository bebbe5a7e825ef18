import { type Garment, groove, label, ribBand, stitch, withMirror } from '../garment.js';
import type { Shades } from '../colours.js';
import { crease, line, type Segment, shape, symmetric } from '../outline.js';

const sleeveSeam = line([726, 202], [722, 270, 728, 350, 742, 420]);
const cuffSeam = line([906, 772], [880, 784, 856, 790, 830, 792]);
const cuffMiddle = line([911, 798], [886, 810, 860, 816, 834, 818]);
const hem = line([257, 850], [340, 868, 420, 872, 500, 872], [580, 872, 660, 868, 743, 850]);
const neckline = line([406, 150], [418, 192, 452, 220, 500, 220], [548, 220, 582, 192, 594, 150]);
const collarMiddle = line([396, 154], [406, 204, 446, 234, 500, 234], [554, 234, 594, 204, 604, 154]);
const collarSeam = line([384, 158], [394, 216, 440, 248, 500, 248], [560, 248, 606, 216, 616, 158]);

const backNeckline = line([406, 150], [440, 169, 458, 174, 500, 174], [542, 174, 560, 169, 594, 150]);
const backCollarMiddle = line([395, 154], [429, 180, 458, 187, 500, 187], [542, 187, 571, 180, 605, 154]);
const backCollarSeam = line([383, 158], [417, 192, 458, 200, 500, 200], [542, 200, 583, 192, 617, 158]);
const sides: Segment[] = [
  [636, 164, 684, 182, 726, 202],
  [774, 226, 796, 262, 812, 316],
  [848, 440, 888, 640, 916, 824],
  [890, 838, 862, 844, 836, 846],
  [818, 690, 784, 540, 742, 420],
  [740, 560, 740, 720, 747, 872],
  [670, 888, 590, 892, 500, 892],
];

/** On both sides. */
const seams = (shades: Shades): string =>
  withMirror(sleeveSeam)
    .map((path) => groove(path, shades))
    .join('') +
  withMirror(cuffMiddle)
    .map((path) => ribBand(path, 48, shades))
    .join('') +
  withMirror(cuffSeam)
    .map((path) => groove(path, shades))
    .join('') +
  stitch(hem, shades);

/** Crew neck with long sleeves and ribbed cuffs. */
export const longSleeve: Garment = {
  silhouette: symmetric([500, 220], [548, 220, 582, 192, 594, 150], ...sides),
  inside: ({ dark, seam }) =>
    `<path d="${shape([406, 150], [430, 138, 570, 138, 594, 150], [588, 196, 550, 236, 500, 236], [450, 236, 412, 196, 406, 150])}" fill="${dark}"/>` +
    `<path d="${shape([406, 150], [430, 138, 570, 138, 594, 150], [584, 174, 550, 180, 500, 180], [450, 180, 416, 174, 406, 150])}" fill="${seam}" fill-opacity=".5"/>` +
    label(500, 158),
  creases: [
    [crease(738, 416, 624, 500, -16, 30), 0.42],
    [crease(740, 430, 672, 600, 14, 26), 0.36],
    [crease(262, 416, 370, 494, 16, 28), 0.42],
    [crease(260, 432, 320, 610, -14, 24), 0.36],
    [crease(736, 240, 790, 420, 14, 26), 0.36],
    [crease(264, 240, 210, 420, -14, 26), 0.36],
    [crease(836, 470, 790, 540, 10, 22), 0.42],
    [crease(858, 540, 800, 590, 10, 22), 0.4],
    [crease(164, 480, 214, 552, -10, 22), 0.42],
    [crease(142, 556, 200, 602, -10, 22), 0.4],
    [crease(880, 690, 832, 730, 8, 20), 0.36],
    [crease(116, 690, 170, 724, -8, 20), 0.36],
    [crease(888, 740, 832, 762, 6, 16), 0.34],
    [crease(110, 744, 168, 764, -6, 16), 0.34],
    [crease(302, 882, 356, 610, 14, 42), 0.2],
    [crease(694, 882, 636, 590, -16, 44), 0.2],
    [crease(570, 890, 546, 700, 10, 34), 0.16],
    [crease(418, 890, 444, 680, -10, 34), 0.16],
    [crease(598, 200, 660, 350, 14, 34), 0.24],
    [crease(402, 200, 336, 350, -14, 34), 0.24],
  ],
  drape: { seed: 5, grainX: 220, grainY: 380, softness: 0.44 },
  details: (shades) =>
    seams(shades) +
    ribBand(collarMiddle, 23, shades) +
    groove(collarSeam, shades) +
    `<path d="${neckline}" fill="none" stroke="${shades.seam}" stroke-width="2" stroke-opacity=".5"/>`,
  back: {
    silhouette: symmetric([500, 174], [542, 174, 560, 169, 594, 150], ...sides),
    details: (shades) =>
      seams(shades) +
      ribBand(backCollarMiddle, 25, shades) +
      groove(backCollarSeam, shades) +
      `<path d="${backNeckline}" fill="none" stroke="${shades.seam}" stroke-width="2" stroke-opacity=".5"/>`,
  },
};

import { type Garment, groove, label, stitch, withMirror } from '../garment.js';
import type { Shades } from '../colours.js';
import { crease, line, type Segment, shape, symmetric } from '../outline.js';

const sleeveSeam = line([708, 190], [704, 256, 710, 330, 726, 388]);
const rolledCuff = line([838, 372], [812, 398, 778, 414, 738, 424]);
const hem = line([262, 846], [340, 872, 420, 882, 500, 882], [580, 882, 660, 872, 738, 846]);
const neckline = line([398, 156], [408, 226, 448, 268, 500, 268], [552, 268, 592, 226, 602, 156]);
const binding = line([384, 162], [394, 238, 440, 284, 500, 284], [560, 284, 606, 238, 616, 162]);

const backNeckline = line([398, 156], [432, 175, 458, 180, 500, 180], [542, 180, 568, 175, 602, 156]);
const backBinding = line([384, 162], [418, 189, 458, 196, 500, 196], [542, 196, 582, 189, 616, 162]);
const sides: Segment[] = [
  [636, 164, 674, 174, 708, 190],
  [748, 210, 772, 244, 792, 286],
  [808, 322, 826, 356, 848, 388],
  [820, 416, 784, 432, 744, 442],
  [738, 424, 732, 406, 726, 388],
  [718, 470, 702, 560, 708, 630],
  [714, 720, 734, 790, 744, 862],
  [670, 892, 586, 902, 500, 902],
];

/** On both sides. */
const seams = (shades: Shades): string =>
  withMirror(sleeveSeam)
    .map((path) => groove(path, shades))
    .join('') +
  withMirror(rolledCuff)
    .map((path) => groove(path, shades))
    .join('') +
  stitch(hem, shades);

/** Scoop neck, short rolled sleeves, a light waist and a curved hem. */
export const womensTee: Garment = {
  silhouette: symmetric([500, 268], [552, 268, 592, 226, 602, 156], ...sides),
  inside: ({ dark, seam }) =>
    `<path d="${shape([398, 156], [430, 142, 570, 142, 602, 156], [592, 226, 556, 284, 500, 284], [444, 284, 408, 226, 398, 156])}" fill="${dark}"/>` +
    `<path d="${shape([398, 156], [430, 142, 570, 142, 602, 156], [590, 176, 550, 180, 500, 180], [450, 180, 410, 176, 398, 156])}" fill="${seam}" fill-opacity=".45"/>` +
    label(500, 162),
  creases: [
    [crease(720, 392, 600, 470, -16, 30), 0.42],
    [crease(722, 410, 650, 560, 12, 26), 0.36],
    [crease(280, 392, 396, 462, 16, 28), 0.42],
    [crease(278, 412, 344, 570, -12, 24), 0.36],
    [crease(706, 620, 560, 700, -18, 34), 0.3],
    [crease(708, 640, 600, 780, -10, 30), 0.24],
    [crease(294, 612, 420, 690, 18, 32), 0.3],
    [crease(292, 636, 396, 770, 10, 28), 0.24],
    [crease(716, 220, 760, 380, 12, 22), 0.38],
    [crease(284, 220, 240, 380, -12, 22), 0.38],
    [crease(330, 880, 372, 690, 10, 36), 0.2],
    [crease(668, 882, 630, 700, -12, 38), 0.2],
    [crease(540, 900, 520, 740, 10, 30), 0.16],
    [crease(440, 900, 462, 730, -8, 30), 0.16],
    [crease(612, 210, 650, 350, 14, 30), 0.24],
    [crease(388, 210, 350, 350, -14, 30), 0.24],
  ],
  drape: { seed: 23, grainX: 220, grainY: 380, softness: 0.44 },
  details: (shades) =>
    seams(shades) +
    stitch(binding, shades) +
    groove(binding, shades) +
    `<path d="${neckline}" fill="none" stroke="${shades.seam}" stroke-width="2" stroke-opacity=".5"/>`,
  back: {
    silhouette: symmetric([500, 180], [542, 180, 568, 175, 602, 156], ...sides),
    details: (shades) =>
      seams(shades) +
      stitch(backBinding, shades) +
      groove(backBinding, shades) +
      `<path d="${backNeckline}" fill="none" stroke="${shades.seam}" stroke-width="2" stroke-opacity=".5"/>`,
  },
};

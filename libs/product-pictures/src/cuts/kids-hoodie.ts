import { type Garment, groove, hoodLining, stitch, withMirror } from '../garment.js';
import { createHoodieBack, drawHoodieSeams, type HoodieSeams } from '../hoodie.js';
import { crease, line, shape, symmetric } from '../outline.js';

const opening = symmetric([500, 126], [556, 126, 594, 164, 596, 224], [597, 284, 550, 346, 500, 380]);
const hoodStitch = line([500, 104], [570, 104, 616, 150, 618, 224], [619, 266, 604, 306, 580, 340]);
const neckSeam = line([500, 380], [544, 392, 620, 366, 650, 300]);
const armSeam = line([728, 316], [716, 384, 722, 442, 748, 500]);
const cuffSeam = line([920, 724], [890, 742, 858, 750, 826, 752]);
const cuffMiddle = line([927, 752], [898, 770, 864, 778, 830, 780]);
const hemSeam = line([250, 822], [330, 836, 420, 840, 500, 840], [580, 840, 670, 836, 750, 822]);
const hemMiddle = line([252, 850], [330, 864, 420, 868, 500, 868], [580, 868, 670, 864, 748, 850]);
const pocket = shape(
  [404, 714],
  [596, 714],
  [634, 736, 660, 776, 668, 810],
  [668, 832],
  [332, 832],
  [332, 810],
  [340, 776, 366, 736, 404, 714],
);
const pocketOpening = line([596, 714], [634, 736, 660, 776, 668, 810]);

const hoodSeam = line([500, 72], [504, 152, 496, 262, 500, 352]);
const backNeckSeam = line([348, 298], [394, 338, 440, 352, 500, 352], [560, 352, 606, 338, 652, 298]);
const silhouette = symmetric(
  [500, 72],
  [586, 70, 656, 118, 662, 214],
  [664, 252, 660, 280, 652, 298],
  [680, 302, 706, 308, 728, 316],
  [784, 336, 814, 380, 832, 440],
  [862, 552, 900, 660, 934, 776],
  [904, 798, 870, 806, 834, 808],
  [816, 708, 790, 598, 748, 500],
  [744, 610, 744, 710, 752, 820],
  [752, 858],
  [750, 870, 746, 876, 740, 880],
  [660, 894, 580, 896, 500, 896],
);

const seams: HoodieSeams = {
  arm: armSeam,
  cuff: cuffSeam,
  cuffMiddle,
  cuffWidth: 60,
  hem: hemSeam,
  hemMiddle,
  hemWidth: 54,
};

/** Warm inner side of the hood, whatever the colour outside. */
const LINING = '#e9dcc6';

/** A child's hoodie: roomy hood with a light lining and no cords (cords are not safe on children's clothes: EN 14682). */
export const kidsHoodie: Garment = {
  silhouette,
  creases: [
    [crease(742, 494, 624, 566, -18, 36), 0.42],
    [crease(746, 508, 684, 640, 14, 30), 0.36],
    [crease(258, 494, 378, 562, 18, 34), 0.42],
    [crease(254, 508, 316, 640, -14, 28), 0.36],
    [crease(734, 340, 806, 506, 16, 32), 0.36],
    [crease(266, 340, 194, 506, -16, 32), 0.36],
    [crease(862, 560, 796, 604, 12, 30), 0.42],
    [crease(886, 632, 814, 672, 12, 28), 0.42],
    [crease(138, 566, 206, 612, -12, 30), 0.42],
    [crease(112, 638, 186, 682, -12, 28), 0.42],
    [crease(906, 690, 826, 722, 10, 22), 0.38],
    [crease(94, 694, 174, 726, -10, 22), 0.38],
    [crease(262, 818, 326, 690, 10, 34), 0.3],
    [crease(742, 818, 682, 680, -10, 34), 0.3],
    [crease(624, 402, 674, 500, 12, 32), 0.22],
    [crease(376, 402, 326, 500, -12, 32), 0.22],
    [crease(648, 262, 624, 140, 12, 26), 0.34],
    [crease(352, 262, 376, 140, -12, 26), 0.34],
  ],
  ridges: [
    [pocket, 10, 0.24],
    [hemSeam, 14, 0.25],
    [opening, 34, 0.22],
  ],
  drape: { seed: 47, grainX: 250, grainY: 360, softness: 0.44 },
  details: (shades) =>
    hoodLining(opening, LINING, shades) +
    withMirror(hoodStitch)
      .map((path) => stitch(path, shades))
      .join('') +
    withMirror(neckSeam)
      .map((path) => groove(path, shades))
      .join('') +
    `<path d="${pocket}" fill="none" stroke="${shades.seam}" stroke-width="2.200" stroke-opacity=".55"/>` +
    withMirror(pocketOpening)
      .map((path) => `<path d="${path}" fill="none" stroke="${shades.seam}" stroke-width="5" stroke-opacity=".55"/>`)
      .join('') +
    stitch(line([408, 726], [592, 726]), shades) +
    drawHoodieSeams(seams, shades),
  back: createHoodieBack(silhouette, seams, { hood: hoodSeam, neck: backNeckSeam }),
};

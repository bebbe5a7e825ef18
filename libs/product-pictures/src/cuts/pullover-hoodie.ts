import { cord, eyelet, type Garment, groove, hoodLining, stitch, withMirror } from '../garment.js';
import { createHoodieBack, drawHoodieSeams, type HoodieSeams } from '../hoodie.js';
import { crease, line, shape, symmetric } from '../outline.js';

const armSeam = line([716, 304], [706, 370, 712, 430, 736, 492]);
const cuffSeam = line([924, 806], [894, 820, 866, 826, 836, 828]);
const cuffMiddle = line([930, 836], [900, 850, 870, 856, 840, 858]);
const hemSeam = line([262, 838], [340, 850, 420, 854, 500, 854], [580, 854, 660, 850, 738, 838]);
const hemMiddle = line([263, 864], [340, 877, 420, 881, 500, 881], [580, 881, 660, 877, 737, 864]);
const opening = symmetric([500, 116], [550, 116, 584, 152, 586, 210], [587, 264, 546, 320, 500, 352]);
const hoodStitch = line([500, 94], [564, 94, 606, 138, 608, 210], [609, 250, 596, 288, 574, 318]);
const neckSeam = line([500, 352], [540, 364, 604, 344, 632, 288]);
const pocket = shape(
  [398, 668],
  [602, 668],
  [640, 700, 664, 750, 672, 800],
  [672, 846],
  [328, 846],
  [328, 800],
  [336, 750, 360, 700, 398, 668],
);
const pocketOpening = line([602, 668], [640, 700, 664, 750, 672, 800]);

const hoodSeam = line([500, 64], [504, 144, 496, 246, 500, 336]);
const backNeckSeam = line([366, 284], [412, 322, 440, 336, 500, 336], [560, 336, 588, 322, 634, 284]);
const silhouette = symmetric(
  [500, 64],
  [576, 62, 642, 106, 648, 200],
  [650, 236, 644, 264, 634, 284],
  [668, 288, 694, 296, 716, 304],
  [768, 324, 800, 366, 816, 424],
  [852, 560, 902, 700, 936, 862],
  [908, 878, 876, 886, 846, 888],
  [826, 756, 782, 610, 736, 492],
  [732, 610, 732, 720, 740, 836],
  [740, 870],
  [738, 880, 736, 888, 730, 892],
  [650, 906, 580, 908, 500, 908],
);

const seams: HoodieSeams = {
  arm: armSeam,
  cuff: cuffSeam,
  cuffMiddle,
  cuffWidth: 56,
  hem: hemSeam,
  hemMiddle,
  hemWidth: 50,
};

/** Natural white on every colour. */
const CORDS =
  cord(line([548, 330], [555, 354, 551, 384, 556, 428])) +
  cord(line([452, 330], [445, 358, 450, 392, 442, 440])) +
  eyelet(547, 330) +
  eyelet(453, 330);

/** Hood with cords, pouch pocket, ribbed cuffs and waistband. */
export const pulloverHoodie: Garment = {
  silhouette,
  creases: [
    [crease(730, 486, 610, 560, -18, 36), 0.42],
    [crease(734, 500, 668, 640, 14, 30), 0.36],
    [crease(270, 486, 390, 556, 18, 34), 0.42],
    [crease(266, 500, 330, 640, -14, 28), 0.36],
    [crease(722, 330, 790, 500, 16, 32), 0.36],
    [crease(278, 330, 210, 500, -16, 32), 0.36],
    [crease(848, 540, 784, 590, 12, 30), 0.44],
    [crease(872, 620, 806, 664, 12, 30), 0.42],
    [crease(894, 700, 826, 738, 12, 28), 0.42],
    [crease(910, 756, 834, 792, 10, 26), 0.42],
    [crease(152, 548, 218, 600, -12, 30), 0.44],
    [crease(126, 628, 196, 676, -12, 30), 0.42],
    [crease(104, 706, 176, 748, -12, 28), 0.42],
    [crease(92, 762, 168, 796, -10, 26), 0.42],
    [crease(270, 836, 330, 700, 10, 34), 0.3],
    [crease(732, 836, 676, 690, -10, 34), 0.3],
    [crease(612, 380, 660, 480, 12, 32), 0.22],
    [crease(388, 380, 340, 480, -12, 32), 0.22],
    [crease(640, 250, 612, 130, 12, 26), 0.34],
    [crease(360, 250, 388, 130, -12, 26), 0.34],
    [crease(540, 74, 620, 140, -8, 22), 0.3],
    [crease(460, 74, 380, 140, 8, 22), 0.3],
  ],
  ridges: [
    [pocket, 10, 0.24],
    [hemSeam, 14, 0.25],
    [opening, 34, 0.22],
  ],
  drape: { seed: 31, grainX: 260, grainY: 380, softness: 0.46 },
  details: (shades) =>
    hoodLining(opening, shades.dark, shades) +
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
    stitch(line([404, 680], [596, 680]), shades) +
    withMirror(line([590, 680], [626, 712, 648, 758, 658, 804]))
      .map((path) => stitch(path, shades))
      .join('') +
    drawHoodieSeams(seams, shades) +
    CORDS,
  onTop: CORDS,
  back: createHoodieBack(silhouette, seams, { hood: hoodSeam, neck: backNeckSeam }),
};

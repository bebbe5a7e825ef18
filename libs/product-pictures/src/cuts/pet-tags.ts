import { shape, symmetric } from '../outline.js';
import type { PetTag } from '../pet-tag.js';
import { roundedBox } from '../phone-case.js';

/** A disc with a small ear for the ring. */
export const roundTag: PetTag = {
  silhouette: symmetric(
    [500, 190],
    [538, 190, 566, 216, 566, 252],
    [566, 266, 574, 276, 590, 281],
    [706, 318, 790, 426, 790, 556],
    [790, 716, 660, 846, 500, 846],
  ),
  hole: { x: 500, y: 246, radius: 26 },
  bevel: 12,
  hanger: 'split ring',
};

/** A bone, hung at the middle of its upper edge. */
export const boneTag: PetTag = {
  silhouette: symmetric(
    [500, 292],
    [532, 292, 554, 312, 558, 340],
    [562, 368, 574, 382, 604, 384],
    [656, 384],
    [676, 384, 684, 376, 686, 358],
    [696, 312, 742, 280, 796, 280],
    [866, 280, 922, 334, 922, 402],
    [922, 452, 896, 486, 862, 514],
    [858, 518, 858, 526, 862, 530],
    [896, 558, 922, 592, 922, 642],
    [922, 710, 866, 764, 796, 764],
    [742, 764, 696, 732, 686, 686],
    [684, 668, 676, 660, 656, 660],
    [500, 660],
  ),
  hole: { x: 500, y: 344, radius: 22 },
  bevel: 11,
  hanger: 'split ring',
};

/** Upright plate with round ends on a ball chain. */
export const dogTag: PetTag = {
  silhouette: roundedBox(258, 100, 484, 840, 190),
  hole: { x: 500, y: 176, radius: 26 },
  bevel: 13,
  hanger: 'ball chain',
};

/** A heart, hung in its notch. */
export const heartTag: PetTag = {
  silhouette: shape(
    [500, 300],
    [530, 216, 612, 176, 694, 190],
    [806, 208, 870, 304, 858, 414],
    [840, 572, 664, 744, 500, 870],
    [336, 744, 160, 572, 142, 414],
    [130, 304, 194, 208, 306, 190],
    [388, 176, 470, 216, 500, 300],
  ),
  hole: { x: 500, y: 366, radius: 26 },
  bevel: 12,
  hanger: 'split ring',
};

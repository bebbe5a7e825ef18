import { PRINT_AREAS } from '@shop/placement';
import { garmentCut, petTagCut, phoneCaseCut, type Cut } from './cut.js';
import { classicTee } from './cuts/classic-tee.js';
import { kidsHoodie } from './cuts/kids-hoodie.js';
import { longSleeve } from './cuts/long-sleeve.js';
import { boneTag, dogTag, heartTag, roundTag } from './cuts/pet-tags.js';
import { galaxyCase, iphoneCase, pixelCase } from './cuts/phone-cases.js';
import { pulloverHoodie } from './cuts/pullover-hoodie.js';
import { womensTee } from './cuts/womens-tee.js';

const rectangle = (widthPx: number, heightPx: number) => ({ widthPx, heightPx, shape: 'rectangle' as const });

const METALS = ['silver', 'gold', 'rose-gold', 'matte-black'] as const;

/**
 * All product shapes. The key is part of the picture URLs, which browsers cache permanently, so a shape whose drawing changes needs a new key.
 */
export const CUTS = {
  'classic-tee': garmentCut(classicTee, { printArea: PRINT_AREAS.tshirt, x: 500, y: 494, width: 354 }, [
    'white',
    'black',
    'navy',
    'ash',
    'forest',
    'mustard',
  ]),
  /** 12 × 14.4 in: women's cuts print smaller. */
  'womens-tee': garmentCut(womensTee, { printArea: rectangle(3600, 4320), x: 500, y: 478, width: 272 }, [
    'rose',
    'white',
    'black',
    'sage',
    'sky',
  ]),
  'long-sleeve': garmentCut(longSleeve, { printArea: PRINT_AREAS.tshirt, x: 500, y: 474, width: 330 }, [
    'forest',
    'white',
    'black',
    'burgundy',
  ]),
  'pullover-hoodie': garmentCut(pulloverHoodie, { printArea: PRINT_AREAS.hoodie, x: 500, y: 510, width: 244 }, [
    'ash',
    'black',
    'navy',
    'burgundy',
  ]),
  /** 9 × 10.5 in. */
  'kids-hoodie': garmentCut(kidsHoodie, { printArea: rectangle(2700, 3150), x: 500, y: 550, width: 262 }, [
    'sunny',
    'sky',
    'rose',
    'ash',
  ]),
  'iphone-case': phoneCaseCut(iphoneCase, { printArea: PRINT_AREAS['phone-case'], x: 500, y: 500, width: 364.5 }, [
    'black',
    'white',
    'sage',
    'blush',
  ]),
  'galaxy-case': phoneCaseCut(galaxyCase, { printArea: rectangle(936, 1950), x: 500, y: 500, width: 370 }, [
    'white',
    'black',
    'navy',
    'blush',
  ]),
  'pixel-case': phoneCaseCut(pixelCase, { printArea: PRINT_AREAS['phone-case'], x: 500, y: 500, width: 365 }, [
    'sage',
    'black',
    'white',
    'sky',
  ]),
  'round-tag': petTagCut(roundTag, { printArea: PRINT_AREAS['pet-tag'], x: 500, y: 556, width: 500 }, METALS),
  /** 1.05 × 0.55 in, the middle of a bone 1.75 in long. */
  'bone-tag': petTagCut(boneTag, { printArea: rectangle(315, 165), x: 500, y: 522, width: 456 }, [
    'gold',
    'silver',
    'rose-gold',
    'matte-black',
  ]),
  /** 0.9 × 1.3 in, below the hole of a plate of 1.125 × 2 in. */
  'dog-tag': petTagCut(dogTag, { printArea: rectangle(270, 390), x: 500, y: 549, width: 387 }, [
    'matte-black',
    'silver',
    'gold',
  ]),
  /** 0.7 × 0.5 in, the middle of a heart 1.25 in wide. */
  'heart-tag': petTagCut(heartTag, { printArea: rectangle(210, 150), x: 500, y: 522, width: 380 }, [
    'rose-gold',
    'silver',
    'gold',
  ]),
} as const satisfies Record<string, Cut>;

export type CutKey = keyof typeof CUTS;

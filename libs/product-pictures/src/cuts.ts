import { PRINT_AREAS } from '@shop/contracts-catalog/kinds';
import type { PictureArea, PrintArea } from '@shop/contracts-catalog';
import { type ColourKey, computeShades } from './colours.js';
import { classicTee } from './cuts/classic-tee.js';
import { kidsHoodie } from './cuts/kids-hoodie.js';
import { longSleeve } from './cuts/long-sleeve.js';
import { pulloverHoodie } from './cuts/pullover-hoodie.js';
import { womensTee } from './cuts/womens-tee.js';
import { drawGarment, drawGarmentBack, drawGarmentOverlay, type Garment } from './garment.js';
import { type Box, CANVAS } from './outline.js';
import { boneTag, dogTag, drawPetTag, drawPetTagOverlay, heartTag, type PetTag, roundTag } from './pet-tag.js';
import {
  caseSilhouette,
  drawPhoneCase,
  drawPhoneCaseOverlay,
  galaxyCase,
  iphoneCase,
  type PhoneCase,
  pixelCase,
} from './phone-case.js';
import { drawPoster, drawPosterOverlay, type Poster, posterSilhouette, squarePoster } from './poster.js';

/** A product shape that can be drawn in several colours. */
export interface Cut {
  /** Closed outline of the printable object, in picture units (an SVG path of M, L, C and Z). */
  readonly silhouette: string;
  /** Pixels at 300 dpi. */
  readonly printArea: PrintArea;
  /** The same area on the picture, in fractions; of the same aspect. */
  readonly pictureArea: PictureArea;
  /** The first is the default. */
  readonly colours: readonly [ColourKey, ...ColourKey[]];
  /** The picture in a colour (`#rrggbb`). */
  draw(hex: string): string;
  /** The back, of cuts whose back is shown. */
  drawBack?(hex: string): string;
  /** The layer above artwork: light and folds on a transparent background, in the size of the picture. */
  drawOverlay(): string;
}

/** Centre and width of the print area on the picture, in picture units. The height is computed, so the proportions always agree. */
interface AreaOnPicture {
  readonly printArea: PrintArea;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

const toBox = ({ printArea, x, y, width }: AreaOnPicture): Box => {
  const height = (width * printArea.heightPx) / printArea.widthPx;
  return { x: x - width / 2, y: y - height / 2, width, height };
};

function toAreas(area: AreaOnPicture): Pick<Cut, 'printArea' | 'pictureArea'> {
  const { x, y, width, height } = toBox(area);
  return {
    printArea: area.printArea,
    pictureArea: { x: x / CANVAS, y: y / CANVAS, width: width / CANVAS, height: height / CANVAS },
  };
}

type Colours = Cut['colours'];

const garmentCut = (garment: Garment, area: AreaOnPicture, colours: Colours): Cut => ({
  ...toAreas(area),
  silhouette: garment.silhouette,
  colours,
  draw: (hex) => drawGarment(garment, computeShades(hex)),
  drawBack: (hex) => drawGarmentBack(garment, computeShades(hex)),
  drawOverlay: () => drawGarmentOverlay(garment, toBox(area)),
});

const phoneCaseCut = (item: PhoneCase, area: AreaOnPicture, colours: Colours): Cut => ({
  ...toAreas(area),
  silhouette: caseSilhouette(item),
  colours,
  draw: (hex) => drawPhoneCase(item, hex),
  drawOverlay: () => drawPhoneCaseOverlay(item),
});

const petTagCut = (tag: PetTag, area: AreaOnPicture, colours: Colours): Cut => ({
  ...toAreas(area),
  silhouette: tag.silhouette,
  colours,
  draw: (hex) => drawPetTag(tag, hex),
  drawOverlay: () => drawPetTagOverlay(tag, toBox(area), area.printArea.shape),
});

const posterCut = (item: Poster, area: AreaOnPicture, colours: Colours): Cut => ({
  ...toAreas(area),
  silhouette: posterSilhouette(item),
  colours,
  draw: (hex) => drawPoster(item, hex),
  drawOverlay: () => drawPosterOverlay(item),
});

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
  'square-poster': posterCut(squarePoster, { printArea: PRINT_AREAS.poster, x: 500, y: 515, width: 698 }, ['white']),
} as const satisfies Record<string, Cut>;

export type CutKey = keyof typeof CUTS;

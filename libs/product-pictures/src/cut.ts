import type { PictureArea, PrintArea } from '@shop/contracts/catalog';
import type { ColourKey } from './colours.js';
import { drawGarment, drawGarmentOverlay, type Garment } from './garment.js';
import { CANVAS, type Box } from './outline.js';
import { drawPetTag, drawPetTagOverlay, type PetTag } from './pet-tag.js';
import { caseSilhouette, drawPhoneCase, drawPhoneCaseOverlay, type PhoneCase } from './phone-case.js';
import { computeShades } from './shades.js';

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

export const garmentCut = (garment: Garment, area: AreaOnPicture, colours: Colours): Cut => ({
  ...toAreas(area),
  silhouette: garment.silhouette,
  colours,
  draw: (hex) => drawGarment(garment, computeShades(hex)),
  drawOverlay: () => drawGarmentOverlay(garment, toBox(area)),
});

export const phoneCaseCut = (item: PhoneCase, area: AreaOnPicture, colours: Colours): Cut => ({
  ...toAreas(area),
  silhouette: caseSilhouette(item),
  colours,
  draw: (hex) => drawPhoneCase(item, hex),
  drawOverlay: () => drawPhoneCaseOverlay(item),
});

export const petTagCut = (tag: PetTag, area: AreaOnPicture, colours: Colours): Cut => ({
  ...toAreas(area),
  silhouette: tag.silhouette,
  colours,
  draw: (hex) => drawPetTag(tag, hex),
  drawOverlay: () => drawPetTagOverlay(tag, toBox(area), area.printArea.shape),
});

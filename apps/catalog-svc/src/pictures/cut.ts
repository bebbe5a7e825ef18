import type { PictureArea, PrintAreaSize } from '@shop/contracts/catalog';
import type { ColourKey } from './colours.js';
import { drawGarment, drawGarmentOverlay, type Garment } from './garment.js';
import { CANVAS, type Box } from './outline.js';
import { drawPetTag, drawPetTagOverlay, type PetTag } from './pet-tag.js';
import { caseSilhouette, drawPhoneCase, drawPhoneCaseOverlay, type PhoneCase } from './phone-case.js';
import { shadesOf } from './shades.js';

/** A shape of product the shop can draw, in each of its colours. */
export interface Cut {
  /** Closed outline of what is printed on, in picture units (an SVG path of M, L, C and Z). */
  readonly silhouette: string;
  /** Pixels at 300 dpi. */
  readonly printArea: PrintAreaSize;
  /** The same area on the picture, in fractions; of the same aspect. */
  readonly pictureArea: PictureArea;
  /** The first is the one the product is shown in. */
  readonly colours: readonly [ColourKey, ...ColourKey[]];
  /** The picture in a colour (`#rrggbb`). */
  draw(hex: string): string;
  /** What lies over artwork: light and folds on a clear ground, of the same size as the picture. */
  drawOverlay(): string;
}

/** Where a print area lies on the picture: its centre and width in picture units. The height follows, so aspects always agree. */
interface AreaOnPicture {
  readonly printArea: PrintAreaSize;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

const boxOf = ({ printArea, x, y, width }: AreaOnPicture): Box => {
  const height = (width * printArea.heightPx) / printArea.widthPx;
  return { x: x - width / 2, y: y - height / 2, width, height };
};

function areas(area: AreaOnPicture): Pick<Cut, 'printArea' | 'pictureArea'> {
  const { x, y, width, height } = boxOf(area);
  return {
    printArea: area.printArea,
    pictureArea: { x: x / CANVAS, y: y / CANVAS, width: width / CANVAS, height: height / CANVAS },
  };
}

type Colours = Cut['colours'];

export const garmentCut = (garment: Garment, area: AreaOnPicture, colours: Colours): Cut => ({
  ...areas(area),
  silhouette: garment.silhouette,
  colours,
  draw: (hex) => drawGarment(garment, shadesOf(hex)),
  drawOverlay: () => drawGarmentOverlay(garment, boxOf(area)),
});

export const phoneCaseCut = (item: PhoneCase, area: AreaOnPicture, colours: Colours): Cut => ({
  ...areas(area),
  silhouette: caseSilhouette(item),
  colours,
  draw: (hex) => drawPhoneCase(item, hex),
  drawOverlay: () => drawPhoneCaseOverlay(item),
});

export const petTagCut = (tag: PetTag, area: AreaOnPicture, colours: Colours): Cut => ({
  ...areas(area),
  silhouette: tag.silhouette,
  colours,
  draw: (hex) => drawPetTag(tag, hex),
  drawOverlay: () => drawPetTagOverlay(tag, boxOf(area), area.printArea.shape),
});

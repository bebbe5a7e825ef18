export { computeAreaCoverage, computeBoundingBox, type AreaCoverage, type BoundingBox } from './area-coverage.js';
export { cssPlacement, cssPrintArea, type CssBox, type CssPlacement } from './css-placement.js';
export {
  DEFAULT_PLACEMENT,
  placeArtwork,
  PRINT_DPI,
  type AreaSize,
  type DesignPlacement,
  type PlacedArtwork,
  type Point,
} from './place-artwork.js';
export {
  BLEED_PX,
  getBleedPx,
  PRINT_AREAS,
  fitIntoPicture,
  getDefaultPrintArea,
  SMALL_TSHIRT_PRINT_AREA,
  SMALL_TSHIRT_SIZES,
  type AreaShape,
  type PrintArea,
  type PrintCategory,
} from './print-areas.js';
export {
  computeDetailDensity,
  computeEffectiveDpi,
  describePrintQuality,
  LOST_DETAIL,
  QUALITY_TITLES,
  ratePhoto,
  isInSafeArea,
  findLargestSharpScale,
  computePrintedPartInches,
  computePrintedSizeInches,
  ratePrintQuality,
  getSafeInsetPx,
  type ArtworkDetail,
  type PrintQuality,
  type ScaleSteps,
} from './print-quality.js';

export {
  computeAreaCoverage,
  computeBoundingBox,
  placePart,
  type AreaCoverage,
  type BoundingBox,
} from './area-coverage.js';
export { computeCutParts, isCutWorthWarning, type ArtworkParts, type CutParts } from './cut-parts.js';
export { cssPlacement, cssPrintArea, type CssBox, type CssPlacement } from './css-placement.js';
export {
  DEFAULT_PLACEMENT,
  GROUND_ENLARGEMENT,
  placeArtwork,
  toGroundPlacement,
  PRINT_DPI,
  SCALE_SENSE,
  type DesignPlacement,
  type PlacedArtwork,
  type Point,
  type ScaleSense,
} from './place-artwork.js';
export {
  BLEED_PX,
  getBleedPx,
  GROUND_CATEGORIES,
  PRINT_AREAS,
  fitIntoPicture,
  getDefaultPrintArea,
  SMALL_TSHIRT_PRINT_AREA,
  SMALL_TSHIRT_SIZES,
  type AreaShape,
  type AreaSize,
  type PictureBox,
  type PrintArea,
  type PrintCategory,
} from './print-areas.js';
export {
  computeEffectiveDpi,
  isInSafeArea,
  findLargestSharpPlacement,
  fillArea,
  fitParts,
  fitWhole,
  computePrintedPartInches,
  computePrintedSizeInches,
  ratePrintQuality,
  getSafeInsetPx,
  type PlacementContext,
  type PrintQuality,
  type ScaleSteps,
} from './print-quality.js';

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
export { fitIntoPicture, type AreaShape, type AreaSize, type PictureBox, type PrintArea } from './print-areas.js';
export {
  computeDetailDensity,
  computeEffectiveDpi,
  describePrintQuality,
  LOST_DETAIL,
  QUALITY_TITLES,
  ratePhoto,
  computePrintedSizeInches,
  ratePrintQuality,
  type ArtworkDetail,
  type PrintQuality,
} from './print-quality.js';
export {
  isInSafeArea,
  findLargestSharpPlacement,
  fillArea,
  fitParts,
  fitWhole,
  computePrintedPartInches,
  getSafeInsetPx,
  type PlacementContext,
  type ScaleSteps,
} from './fit-placement.js';

/** Loads the fonts' and shapes' libraries: import it in worker threads only. */
export {
  composeArtwork,
  composePrint,
  drawArtwork,
  RECIPES,
  type Artwork,
  type ArtworkRequest,
} from './draw-artwork.js';
export { drawPreview, type PreviewRequest } from './draw-artwork.js';
export { paintPrintable, type PaintedRaster, type Painting } from './painting/painting.js';
export { cutOutPhoto, type PhotoCutOut } from './subject/cut-out-photo.js';
export { checkSubjectFinder, releaseSubjectFinder, type SubjectFinderOptions } from './subject/choose-finder.js';
export type { Pet } from './subject/decode-photo.js';
export { composeSceneCached } from './scene/cached-scenes.js';

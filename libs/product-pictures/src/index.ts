export { COLOURS, type ColourKey } from './colours.js';
export type { Cut } from './cuts.js';
export { CUTS, type CutKey } from './cuts.js';
export {
  assertPictureExists,
  drawPicture,
  findOverlayUrl,
  findPicture,
  findPictureByUrl,
  getBackPictureUrl,
  getPictureUrl,
  isPictureCopy,
  listCopyFiles,
  listPictureFiles,
} from './picture-addresses.js';

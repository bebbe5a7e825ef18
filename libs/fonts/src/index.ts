export { listCjkFiles, loadCjkFonts } from './cjk-fonts.js';
export { loadFont } from './load-font.js';

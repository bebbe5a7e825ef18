export { MoreOf } from './more-of.js';
export { isShort, pagesOf, usePages, type Pages } from './pages.js';

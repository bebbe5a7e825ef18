/** What art-svc does to pictures that this engine has not drawn. Light: may be imported in any thread. */
export { hardenAlpha } from './hard-alpha.js';
export { makePrintable } from './printable-colours.js';

export * from './catalog.js';
export * from './product-page.js';
export * from './reviews.js';

export * from './catalog.js';
export * from './reviews.js';

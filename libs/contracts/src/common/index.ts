export * from './access.js';
export * from './brand.js';
export * from './event.js';
export * from './money.js';
export * from './problem.js';

export * from './access.js';
export * from './brand.js';
export * from './event.js';
export * from './money.js';
export * from './page.js';
export * from './problem.js';
export * from './reader.js';
export * from './uuid.js';

export * from './support.js';

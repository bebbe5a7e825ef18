export * from './art.js';
export * from './cut-outs.js';

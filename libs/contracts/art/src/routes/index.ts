export * from './art.js';
export * from './continuing.js';
export * from './cut-outs.js';
export * from './user-designs.js';
export * from './styles.js';
export * from './sharing.js';

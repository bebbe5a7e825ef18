export * from './area-fields.js';
export * from './areas.js';
export * from './events.js';
export * from './product.js';
export * from './variant.js';
export * from './variant-form.js';
export * from './picture-copies.js';
export * from './foreign-pictures.js';

export * from './events.js';
export * from './openapi.js';
export * from './operations.js';
export * from './released-routes.js';
export * from './routes.js';

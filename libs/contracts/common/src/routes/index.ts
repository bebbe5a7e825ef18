export * from './route.js';
export * from './second-factor.rules.js';

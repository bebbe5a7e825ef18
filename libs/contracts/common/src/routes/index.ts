export * from './route.js';
export * from './route-owners.js';
export * from './second-factor.rules.js';

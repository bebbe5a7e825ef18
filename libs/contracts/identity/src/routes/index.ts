export * from './identity.js';
export * from './account.js';
export * from './admin-users.js';
export * from './second-factor.js';

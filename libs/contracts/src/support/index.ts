export * from './contact.js';
export * from './events.js';

export * from './owner-emails.js';
export * from './support.js';

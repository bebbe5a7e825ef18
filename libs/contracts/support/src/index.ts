export * from './contact.js';
export * from './events.js';
export * from './order-emails.js';
export * from './owner-emails.js';

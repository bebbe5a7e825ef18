export * from './contact.js';
export * from './events.js';
export * from './order-emails.js';

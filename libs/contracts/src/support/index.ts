export * from './contact-request.js';
export * from './contact-submission.js';
export * from './events.js';

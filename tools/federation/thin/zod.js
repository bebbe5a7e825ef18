import { config } from 'zod-source';

// The Content-Security-Policy forbids building functions from text; without this zod tries, and the console shows it.
config({ jitless: true });

export * as z from './zod-members.js';

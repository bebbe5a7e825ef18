import { TextDecoder, TextEncoder } from 'node:util';

/** What browsers have and jsdom lacks; imported before the router, which needs it while it loads. */
Object.assign(globalThis, { TextDecoder, TextEncoder });

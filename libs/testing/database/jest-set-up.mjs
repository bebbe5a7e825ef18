import { jest } from '@jest/globals';

/** Only ends tests that hang. Tests wait for conditions, which takes long on a busy machine. */
jest.setTimeout(180_000);

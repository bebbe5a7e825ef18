import { jest } from '@jest/globals';

/** Real parts on a busy two-core machine: conditions are waited for, and this only ends what hangs. */
jest.setTimeout(180_000);

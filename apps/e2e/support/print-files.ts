import { test } from '@playwright/test';

/** Print files are made one after another. */
export const PRINT_FILE_PATIENCE_MS = 60_000;

/** Called within a test that waits for print files, so often: it may take that much longer than the others. */
export function allowForPrintFiles(times = 1): void {
  test.setTimeout(test.info().timeout + times * PRINT_FILE_PATIENCE_MS);
}

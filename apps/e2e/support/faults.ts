import type { Page } from '@playwright/test';

/** What goes wrong in a page and is not to be seen on it: a script that throws, and what the page's Content-Security-Policy refuses. */
export function watchFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => void faults.push(error.message));
  page.on('console', (line) => void (line.text().includes('Content Security Policy') && faults.push(line.text())));
  return faults;
}

export function throwFaults(faults: readonly string[]): void {
  if (faults.length > 0) throw new Error(`Unseen in the page: ${faults.join('; ')}`);
}

import type { Page } from '@playwright/test';

const WATCH = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (!hadRecentInput) window.shifts.push({ value, moved: sources.map(({ node }) => (node?.localName ?? '') + '.' + String(node?.className ?? node?.nodeName).slice(0, 60)).slice(0, 4) });
    }
  }).observe({ type: 'layout-shift', buffered: true });
`;

interface Shift {
  value: number;
  moved: string[];
}

/** Records layout shifts without user input in all documents of the page. */
export const watchShifts = (page: Page): Promise<unknown> => page.addInitScript(WATCH);

/** The sum of the shifts, which is an upper bound of the CLS, and the moved elements. */
export async function readShifts(page: Page): Promise<{ sum: number; shifts: Shift[] }> {
  const shifts = await page.evaluate<Shift[]>('window.shifts');
  return { sum: shifts.reduce((sum, { value }) => sum + value, 0), shifts };
}

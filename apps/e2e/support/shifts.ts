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

/** From now on each document of this page records its layout shifts without input. */
export const watchShifts = (page: Page): Promise<unknown> => page.addInitScript(WATCH);

/** Their sum, never less than the CLS of web.dev, and what has moved. */
export async function readShifts(page: Page): Promise<{ sum: number; shifts: Shift[] }> {
  const shifts = await page.evaluate<Shift[]>('window.shifts');
  return { sum: shifts.reduce((sum, { value }) => sum + value, 0), shifts };
}

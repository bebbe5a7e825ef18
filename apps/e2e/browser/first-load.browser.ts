import { readShifts, watchShifts } from '../support/shifts.ts';
import { sumBytes, measureFirstLoad, describeWeight } from '../support/page-weight.ts';
import { expect, test } from '../support/test.ts';

/** Budget in Brotli bytes for the JavaScript of a first load. /create also loads the photo check and the form. */
const MOST_SCRIPT_BYTES = { '/': 165_000, '/products': 165_000, '/create': 177_000 };
const MOST_BYTES = 450_000;
const MOST_CLS = 0.02;
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

test('the first load on a phone stays within its budget and has no layout shifts', async ({ openPage, shop }) => {
  for (const [path, mostScriptBytes] of Object.entries(MOST_SCRIPT_BYTES)) {
    await test.step(path, async () => {
      const page = await openPage(PHONE);
      await watchShifts(page);
      const files = await measureFirstLoad(page, path, shop.url);
      const scripts = files.filter(({ kind }) => kind === 'script');
      const styles = files.filter(({ kind }) => kind === 'stylesheet');
      expect.soft(scripts.length).toBeGreaterThan(2);
      expect
        .soft(
          [...scripts, ...styles].filter(({ encoding }) => encoding !== 'br'),
          'not in brotli',
        )
        .toEqual([]);
      expect
        .soft(
          files.filter(({ isOwn }) => !isOwn),
          'from elsewhere',
        )
        .toEqual([]);
      expect.soft(sumBytes(scripts), `JavaScript: ${describeWeight(scripts)}`).toBeLessThanOrEqual(mostScriptBytes);
      expect.soft(sumBytes(files), `All: ${describeWeight(files)}`).toBeLessThanOrEqual(MOST_BYTES);
      const { sum, shifts } = await readShifts(page);
      expect.soft(sum, JSON.stringify(shifts)).toBeLessThanOrEqual(MOST_CLS);
      await page.context().close();
    });
  }
});

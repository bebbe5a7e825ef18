import { expect, test } from '../support/people.ts';
import { customizeAddress } from '../support/screens.ts';
import { chooseProduct } from '../support/steps.ts';

interface Scrolled {
  scrollIntoView: (how: object) => void;
}

test('a toast covers neither Add to Cart nor the choice of a colour', async ({ artist: page, drawing }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(customizeAddress(drawing));
  await chooseProduct(page, /classic/i);
  await page.route('**/api/cart', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503, body: 'Not now.' }) : route.fallback(),
  );
  const add = page.getByRole('button', { name: 'Add to Cart' });
  for (const covered of [
    add,
    page.getByRole('radio', { name: /black/i }).first(),
    page.getByRole('radio', { name: /white/i }).first(),
  ]) {
    // The last one may still be there, and goes when the next comes.
    await page.evaluate(
      `document.querySelectorAll('[data-toast]').forEach((last) => last.setAttribute('data-last', ''))`,
    );
    await add.click();
    const toast = page.locator('[data-toast]:not([data-last])');
    await expect(toast).toBeVisible();
    // It stays while its region has the focus.
    await page.keyboard.press('F8');
    for (const block of ['start', 'center', 'end']) {
      await covered.evaluate(
        (element: Scrolled, where) => element.scrollIntoView({ block: where, behavior: 'instant' }),
        block,
      );
      const [above, below] = [await toast.boundingBox(), await covered.boundingBox()];
      if (!above || !below) throw new Error('Neither may be gone');
      const isApart = above.x + above.width <= below.x || below.x + below.width <= above.x;
      expect(isApart, `${String(covered)} at the ${block} of the window`).toBe(true);
    }
  }
});

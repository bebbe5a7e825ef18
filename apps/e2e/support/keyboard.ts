import { expect, type Locator, type Page } from '@playwright/test';
import { PAGE_FUNCTIONS } from './layout.ts';

/** A page has fewer stops than this. */
const MAX_TAB_STOPS = 90;

/**
 * What is wrong with how the focus is seen, null where all is well: WCAG 2.4.7 (an outline or a ring on what has the focus, or on the label or tile that
 * stands for it) and 2.4.11 (it does not lie wholly behind something else).
 */
const FOCUS_FAULT = `(() => {${PAGE_FUNCTIONS}
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const name = '<' + focused.localName + '> ' + (focused.getAttribute('aria-label') || focused.textContent || focused.id || '').trim().slice(0, 40);
  const isRinged = (element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || (boxShadow !== 'none' && / 3px/.test(boxShadow));
  };
  const standIns = [focused, focused.closest('label'), ...focused.children].filter(Boolean);
  if (!standIns.some(isRinged)) return name + ': no focus is seen';
  return isInSight(focused) ? null : name + ': lies behind something else';
})()`;

export async function expectVisibleFocus(page: Page): Promise<void> {
  // A page scrolls smoothly to what gets the focus.
  await expect.poll(() => page.evaluate(FOCUS_FAULT), { timeout: 5_000 }).toBeNull();
}

const hasFocus = async (target: Locator): Promise<boolean> =>
  (await target.and(target.page().locator(':focus')).count()) > 0;

/** What was pressed has gone, and the focus is on something else of the page, or on its main part. */
export async function expectFocusOnPage(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate('document.activeElement !== document.body'), { timeout: 5_000 }).toBe(true);
}

/** Presses Tab until the focus is there, and checks each stop on the way. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor({ state: 'attached' });
  for (let stop = 0; stop < MAX_TAB_STOPS; stop += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(key);
    await expectVisibleFocus(page);
  }
  throw new Error(`The focus does not come to ${String(target)}`);
}

export async function pressOn(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Types into a field reached by Tab, which selects its content. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

/** The field's error is also read by a screen reader. */
export async function expectNamedError(field: Locator, sentence: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(new RegExp(sentence.replace(/[.?']/g, '.')));
}

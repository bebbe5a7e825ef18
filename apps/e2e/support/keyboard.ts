import { expect, type Locator, type Page } from '@playwright/test';
import { PAGE_FUNCTIONS } from './layout.ts';

/** More than any page has. */
const MAX_TAB_STOPS = 90;

/**
 * The problem with the visibility of the focus, or null. WCAG 2.4.7: an outline or a ring on the focused element or on its label or tile; 2.4.11: the
 * element is not completely covered.
 */
const FOCUS_FAULT = `(() => {${PAGE_FUNCTIONS}
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const name = '<' + focused.localName + '> ' + (focused.getAttribute('aria-label') || focused.textContent || focused.id || '').trim().slice(0, 40);
  const hasRing = (element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || (boxShadow !== 'none' && / 3px/.test(boxShadow));
  };
  const candidates = [focused, focused.closest('label'), ...focused.children].filter(Boolean);
  if (!candidates.some(hasRing)) return name + ': the focus is not visible';
  return isInViewport(focused) ? null : name + ': is covered';
})()`;

export async function expectVisibleFocus(page: Page): Promise<void> {
  // Polls, as the page scrolls smoothly to the focused element.
  await expect.poll(() => page.evaluate(FOCUS_FAULT), { timeout: 5_000 }).toBeNull();
}

const hasFocus = async (target: Locator): Promise<boolean> =>
  (await target.and(target.page().locator(':focus')).count()) > 0;

/** After a control has disappeared, the focus must be on another element, not on the body. */
export async function expectFocusOnPage(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate('document.activeElement !== document.body'), { timeout: 5_000 }).toBe(true);
}

/** Presses Tab until the target has the focus, and checks the focus at each stop. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor({ state: 'attached' });
  for (let stop = 0; stop < MAX_TAB_STOPS; stop += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(key);
    await expectVisibleFocus(page);
  }
  throw new Error(`Tab does not reach ${String(target)}`);
}

export async function pressOn(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Moves to a field by Tab, which selects its content, and types. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

/** Expects that screen readers announce the field's error. */
export async function expectNamedError(field: Locator, message: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(new RegExp(message.replace(/[.?']/g, '.')));
}

import type { Page } from '@playwright/test';

/** What the looks below share; each is an expression for the page, since the tests know no DOM. */
export const PAGE_FUNCTIONS = `
  const nameOf = (element) => {
    const words = (element.getAttribute('aria-label') || element.textContent || element.getAttribute('name') || '').trim().replace(/\\s+/g, ' ').slice(0, 50);
    return '<' + element.localName + (element.classList[0] ? '.' + element.classList[0] : '') + '> "' + words + '"';
  };
  const isSeen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const style = (element) => getComputedStyle(element);
  /** Only for screen readers, at this width. */
  const isUnseen = (element) => {
    if (element.closest('[inert], [data-skeleton]')) return true;
    for (let each = element; each; each = each.parentElement) if (each.offsetWidth <= 1 && each.offsetHeight <= 1 && style(each).position === 'absolute') return true;
    return false;
  };
  /** Of what is in the window, and something is, nothing lies over all. */
  const isInSight = (element) => {
    const box = (element.closest('label') ?? element).getBoundingClientRect();
    const [left, top, right, bottom] = [Math.max(box.left, 0), Math.max(box.top, 0), Math.min(box.right, innerWidth), Math.min(box.bottom, innerHeight)];
    if (right <= left || bottom <= top) return false;
    const spots = [0.5, 0.1, 0.9].flatMap((across) => [0.5, 0.1, 0.9].map((down) => document.elementFromPoint(left + (right - left) * across, top + (bottom - top) * down)));
    return spots.some((spot) => spot && (element.contains(spot) || element.closest('label')?.contains(spot)));
  };
`;

/** The page, and each dialog in it, is no wider than the window; what lies in something that scrolls by itself makes it no wider. `data-strip`: a row that is pushed along by design. */
const FIND_HORIZONTAL_OVERFLOW = `(() => {${PAGE_FUNCTIONS}
  const found = [];
  const root = document.scrollingElement;
  const isHeld = (element) => {
    for (let each = element.parentElement; each && each !== document.body; each = each.parentElement) if (style(each).overflowX !== 'visible') return true;
    return false;
  };
  if (root.scrollWidth > innerWidth) {
    const widest = [...document.body.querySelectorAll('*')].filter((element) => isSeen(element) && element.getBoundingClientRect().right > innerWidth + 1 && !isHeld(element)).slice(0, 3);
    found.push('the page is ' + root.scrollWidth + ' px wide: ' + widest.map(nameOf).join(', '));
  }
  for (const element of document.body.querySelectorAll('*')) {
    if (element.scrollWidth > element.clientWidth + 1 && /auto|scroll/.test(style(element).overflowX) && isSeen(element) && !element.matches('textarea, [data-strip]')) found.push('scrolls sideways: ' + nameOf(element));
  }
  return found;
})()`;

/** No text is cut by what it stands in, stands out of its panel, or lies outside the window; no number, and nothing that can't be changed, is cut by its field. */
const FIND_CUT_TEXT = `(() => {${PAGE_FUNCTIONS}
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const isPanel = ({ borderTopWidth, borderRightWidth, backgroundColor }) => (borderTopWidth !== '0px' && borderRightWidth !== '0px') || !/, 0\\)$|transparent/.test(backgroundColor);
  const isShortened = (element) => element.closest('.truncate, [class*=line-clamp], .ui-sheet-title') !== null;
  const known = new Map();
  /** Measured once: a long list's is what all its texts stand in. */
  const frameOf = (element) => {
    if (!known.has(element)) {
      const now = style(element);
      known.set(element, {
        bounds: element.getBoundingClientRect(),
        isPushed: /auto|scroll/.test(now.overflowX) && element.scrollWidth > element.clientWidth + 1,
        isScrolled: /auto|scroll/.test(now.overflowY),
        isBox: now.display !== 'inline' && now.display !== 'contents',
        isClosedAside: /hidden|clip/.test(now.overflowX),
        isClosedBelow: /hidden|clip/.test(now.overflowY),
        isPanel: isPanel(now),
        isFixed: now.position === 'fixed',
      });
    }
    return known.get(element);
  };
  /** What of the boxes lies outside of what they stand in, in words; null: nothing. */
  const fault = (boxes, from) => {
    for (let element = from; element && element !== document.documentElement; element = element.parentElement) {
      const { bounds, isPushed, isScrolled, isBox, isClosedAside, isClosedBelow, isPanel, isFixed } = frameOf(element);
      if (isPushed) return null;
      const isOut = (box) => box.left < bounds.left - 1.5 || box.right > bounds.right + 1.5;
      const isBelow = (box) => box.top < bounds.top - 3 || box.bottom > bounds.bottom + 3;
      if (isBox) {
        if (isClosedAside && boxes.some(isOut)) return 'is cut at the side by ' + nameOf(element);
        if (isClosedBelow && boxes.some(isBelow)) return 'is cut above or below by ' + nameOf(element);
        if (isPanel && boxes.some(isOut)) return 'stands out of ' + nameOf(element);
      }
      if (isScrolled) boxes = boxes.filter((box) => !isBelow(box));
      if (isFixed && boxes.some(({ top, bottom }) => top < -3 || bottom > innerHeight + 3)) return 'lies outside the window, where no scrolling brings it';
      if (isFixed) break;
    }
    return boxes.some((box) => box.left < -1 || box.right > innerWidth + 1) ? 'lies outside the window' : null;
  };
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const parent = text.parentElement;
    if (!text.data.trim() || !isSeen(parent) || isUnseen(parent) || isShortened(parent) || parent.closest('select, script, style, [aria-live=assertive], svg')) continue;
    range.selectNodeContents(text);
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    const said = boxes.length > 0 && fault(boxes, parent);
    if (said) found.push('"' + text.data.trim().slice(0, 50) + '" ' + said);
  }
  for (const field of document.querySelectorAll('input[readonly], input[type=number], input[inputmode=numeric], input[inputmode=decimal]')) {
    if (isSeen(field) && !isUnseen(field) && field.scrollWidth > field.clientWidth) found.push('"' + field.value + '" is cut by its field ' + nameOf(field));
  }
  return found;
})()`;

/**
 * WCAG 2.5.5: what a finger presses is 44 px each way. Let be: links within a line of text, and controls whose label around them is as large. What is
 * smaller by itself may be pressed around it as well (a link laid over its whole card).
 */
const FIND_SMALL_TARGETS = `(() => {${PAGE_FUNCTIONS}
  const LEAST = 43.5;
  const found = [];
  const isInline = (element) => element.localName === 'a' && /^inline/.test(style(element).display) && element.parentElement.textContent.trim().length > element.textContent.trim().length;
  const isHitAround = (element, { left, top, width, height }) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const now = element.getBoundingClientRect();
    const [x, y] = [now.left + now.width / 2, now.top + now.height / 2];
    return [[0, -21], [0, 21], [-21, 0], [21, 0]].every(([dx, dy]) => {
      const hit = document.elementFromPoint(x + dx, y + dy);
      return hit && (hit.closest('a, button, label, input, summary') === element || hit.closest('label')?.control === element);
    });
  };
  for (const element of document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=menuitem], [tabindex="0"]')) {
    if (!isSeen(element) && !(element.matches('input') && element.closest('label'))) continue;
    if (isUnseen(element) || element.closest('[aria-hidden=true]') || element.matches('ol, [role=region], [role=tabpanel]')) continue;
    const box = (element.closest('label') ?? element).getBoundingClientRect();
    if (box.width < 2 || (box.width >= LEAST && box.height >= LEAST) || isInline(element)) continue;
    if (!isHitAround(element, box)) found.push(nameOf(element) + ' is ' + Math.round(box.width) + ' x ' + Math.round(box.height) + ' px');
  }
  return found;
})()`;

/**
 * WCAG 2.4.11: what gets the focus comes into sight. Let be: tabs, which the focus would choose, and a page with a menu or a toast, which would go with
 * the focus.
 */
const FIND_HIDDEN_FOCUS = `(async () => {${PAGE_FUNCTIONS}
  if (document.querySelector('[role=menu], [data-toast]')) return [];
  const before = document.activeElement;
  const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1);
  const found = [];
  // What has the focus already would not be scrolled to.
  before.blur();
  for (const element of (dialog ?? document).querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')) {
    if (isUnseen(element) || element.tabIndex < 0 || element.matches('[role=tab], [data-radix-focus-guard]') || element.closest('[aria-hidden=true]')) continue;
    element.focus();
    // The menu of a phone goes when the focus leaves it.
    await new Promise((resolve) => setTimeout(resolve));
    if (document.activeElement === element && !isInSight(element)) found.push('has the focus out of sight: ' + nameOf(element));
  }
  document.activeElement.blur();
  before.focus({ preventScroll: true });
  return found;
})()`;

/** Of what has been asked for: one below the window may still wait. */
const FIND_BROKEN_PICTURES = `(() => {${PAGE_FUNCTIONS}
  return [...document.images].filter((image) => image.complete && image.naturalWidth === 0 && isSeen(image) && !isUnseen(image)).map((image) => 'a broken picture: ' + image.src);
})()`;

/** What people wrote in a script that runs from the right does so where it stands, and nothing beside it changes its place. */
const FIND_UNDIRECTED_TEXT = `(() => {${PAGE_FUNCTIONS}
  const found = [];
  const rightToLeft = /[\\u0590-\\u08ff]/;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    if (rightToLeft.test(text.data) && !text.parentElement.closest('bdi, [dir=auto], script')) found.push('of no direction of its own: ' + nameOf(text.parentElement));
  }
  for (const field of document.querySelectorAll('input, textarea')) {
    if (rightToLeft.test(field.value.trim()[0] ?? '') && !field.matches(':dir(rtl)')) found.push('runs from the left: ' + nameOf(field));
  }
  return found;
})()`;

export const findHorizontalOverflow = (page: Page): Promise<string[]> => page.evaluate<string[]>(FIND_HORIZONTAL_OVERFLOW);
export const findCutText = (page: Page): Promise<string[]> => page.evaluate<string[]>(FIND_CUT_TEXT);
export const findSmallTargets = (page: Page): Promise<string[]> => page.evaluate<string[]>(FIND_SMALL_TARGETS);
export const findHiddenFocus = (page: Page): Promise<string[]> => page.evaluate<string[]>(FIND_HIDDEN_FOCUS);
export const findBrokenPictures = (page: Page): Promise<string[]> => page.evaluate<string[]>(FIND_BROKEN_PICTURES);
export const findUndirectedText = (page: Page): Promise<string[]> => page.evaluate<string[]>(FIND_UNDIRECTED_TEXT);

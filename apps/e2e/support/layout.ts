import type { Page } from '@playwright/test';

/** Functions for the checks below. The checks are strings that run in the page, as the tests have no DOM types. */
export const PAGE_FUNCTIONS = `
  const nameOf = (element) => {
    const words = (element.getAttribute('aria-label') || element.textContent || element.getAttribute('name') || '').trim().replace(/\\s+/g, ' ').slice(0, 50);
    return '<' + element.localName + (element.classList[0] ? '.' + element.classList[0] : '') + '> "' + words + '"';
  };
  const isVisible = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const style = (element) => getComputedStyle(element);
  /** Visually hidden at this width, inert, or a skeleton. */
  const isForScreenReaders = (element) => {
    if (element.closest('[inert], [data-skeleton]')) return true;
    for (let each = element; each; each = each.parentElement) if (each.offsetWidth <= 1 && each.offsetHeight <= 1 && style(each).position === 'absolute') return true;
    return false;
  };
  /** A part of the element is in the viewport and not covered. */
  const isInViewport = (element) => {
    const box = (element.closest('label') ?? element).getBoundingClientRect();
    const [left, top, right, bottom] = [Math.max(box.left, 0), Math.max(box.top, 0), Math.min(box.right, innerWidth), Math.min(box.bottom, innerHeight)];
    if (right <= left || bottom <= top) return false;
    const points = [0.5, 0.1, 0.9].flatMap((across) => [0.5, 0.1, 0.9].map((down) => document.elementFromPoint(left + (right - left) * across, top + (bottom - top) * down)));
    return points.some((hit) => hit && (element.contains(hit) || element.closest('label')?.contains(hit)));
  };
`;

/**
 * Finds horizontal overflow of the page and of its dialogs. Content of scroll containers is ignored; `data-strip` marks carousels, which scroll by
 * design. A carousel without a position would not clip absolutely positioned content, such as texts for screen readers.
 */
const FIND_HORIZONTAL_OVERFLOW = `(() => {${PAGE_FUNCTIONS}
  const found = [];
  const root = document.scrollingElement;
  const isInScrollContainer = (element) => {
    for (let each = element.parentElement; each && each !== document.body; each = each.parentElement) if (style(each).overflowX !== 'visible') return true;
    return false;
  };
  if (root.scrollWidth > innerWidth) {
    const widest = [...document.body.querySelectorAll('*')].filter((element) => isVisible(element) && element.getBoundingClientRect().right > innerWidth + 1 && !isInScrollContainer(element)).slice(0, 3);
    found.push('the page is ' + root.scrollWidth + ' px wide: ' + widest.map(nameOf).join(', '));
  }
  for (const element of document.body.querySelectorAll('*')) {
    if (element.matches('[data-strip]') && style(element).position === 'static') found.push('hidden texts in it can widen the page: ' + nameOf(element));
    if (element.scrollWidth > element.clientWidth + 1 && /auto|scroll/.test(style(element).overflowX) && isVisible(element) && !element.matches('textarea, [data-strip]')) found.push('scrolls horizontally: ' + nameOf(element));
  }
  return found;
})()`;

/**
 * Finds text that is cut by its container, exceeds its panel, or is outside the viewport, and numbers or read-only values that are cut by their
 * fields.
 */
const FIND_CUT_TEXT = `(() => {${PAGE_FUNCTIONS}
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const isPanel = ({ borderTopWidth, borderRightWidth, backgroundColor }) => (borderTopWidth !== '0px' && borderRightWidth !== '0px') || !/, 0\\)$|transparent/.test(backgroundColor);
  const isShortened = (element) => element.closest('.truncate, [class*=line-clamp], .ui-drawer-title') !== null;
  const cache = new Map();
  /** Cached, as all texts of a long list have the same ancestors. */
  const measure = (element) => {
    if (!cache.has(element)) {
      const now = style(element);
      cache.set(element, {
        bounds: element.getBoundingClientRect(),
        scrollsHorizontally: /auto|scroll/.test(now.overflowX) && element.scrollWidth > element.clientWidth + 1,
        scrollsVertically: /auto|scroll/.test(now.overflowY),
        isBox: now.display !== 'inline' && now.display !== 'contents',
        clipsHorizontally: /hidden|clip/.test(now.overflowX),
        clipsVertically: /hidden|clip/.test(now.overflowY),
        isPanel: isPanel(now),
        isFixed: now.position === 'fixed',
      });
    }
    return cache.get(element);
  };
  /** Describes how the boxes exceed their ancestors; null if they do not. */
  const fault = (boxes, from) => {
    for (let element = from; element && element !== document.documentElement; element = element.parentElement) {
      const { bounds, scrollsHorizontally, scrollsVertically, isBox, clipsHorizontally, clipsVertically, isPanel, isFixed } = measure(element);
      if (scrollsHorizontally) return null;
      const isOut = (box) => box.left < bounds.left - 1.5 || box.right > bounds.right + 1.5;
      const isBelow = (box) => box.top < bounds.top - 3 || box.bottom > bounds.bottom + 3;
      if (isBox) {
        if (clipsHorizontally && boxes.some(isOut)) return 'is cut horizontally by ' + nameOf(element);
        if (clipsVertically && boxes.some(isBelow)) return 'is cut vertically by ' + nameOf(element);
        if (isPanel && boxes.some(isOut)) return 'exceeds ' + nameOf(element);
      }
      if (scrollsVertically) boxes = boxes.filter((box) => !isBelow(box));
      if (isFixed && boxes.some(({ top, bottom }) => top < -3 || bottom > innerHeight + 3)) return 'is outside the viewport and cannot be scrolled into it';
      if (isFixed) break;
    }
    return boxes.some((box) => box.left < -1 || box.right > innerWidth + 1) ? 'is outside the viewport' : null;
  };
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const parent = text.parentElement;
    if (!text.data.trim() || !isVisible(parent) || isForScreenReaders(parent) || isShortened(parent) || parent.closest('select, script, style, [aria-live=assertive], svg')) continue;
    range.selectNodeContents(text);
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    const problem = boxes.length > 0 && fault(boxes, parent);
    if (problem) found.push('"' + text.data.trim().slice(0, 50) + '" ' + problem);
  }
  for (const field of document.querySelectorAll('input[readonly], input[type=number], input[inputmode=numeric], input[inputmode=decimal]')) {
    if (isVisible(field) && !isForScreenReaders(field) && field.scrollWidth > field.clientWidth) found.push('"' + field.value + '" is cut by its field ' + nameOf(field));
  }
  return found;
})()`;

/**
 * WCAG 2.5.5: finds targets smaller than 44 px. Ignored: links in text, controls with a large label, and targets whose surroundings also activate
 * them (a link that covers its card).
 */
const FIND_SMALL_TARGETS = `(() => {${PAGE_FUNCTIONS}
  const MIN_PX = 43.5;
  const found = [];
  const isInline = (element) => element.localName === 'a' && /^inline/.test(style(element).display) && element.parentElement.textContent.trim().length > element.textContent.trim().length;
  const isLargerThanItsBox = (element, { left, top, width, height }) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const now = element.getBoundingClientRect();
    const [x, y] = [now.left + now.width / 2, now.top + now.height / 2];
    return [[0, -21], [0, 21], [-21, 0], [21, 0]].every(([dx, dy]) => {
      const hit = document.elementFromPoint(x + dx, y + dy);
      return hit && (hit.closest('a, button, label, input, summary') === element || hit.closest('label')?.control === element);
    });
  };
  for (const element of document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=menuitem], [tabindex="0"]')) {
    if (element.matches('input:disabled')) continue; // A disabled field takes no pointer, so it is no target.
    if (!isVisible(element) && !(element.matches('input') && element.closest('label'))) continue;
    if (isForScreenReaders(element) || element.closest('[aria-hidden=true]') || element.matches('ol, [role=region], [role=tabpanel]')) continue;
    const box = (element.closest('label') ?? element).getBoundingClientRect();
    if (box.width < 2 || (box.width >= MIN_PX && box.height >= MIN_PX) || isInline(element)) continue;
    if (!isLargerThanItsBox(element, box)) found.push(nameOf(element) + ' is ' + Math.round(box.width) + ' x ' + Math.round(box.height) + ' px');
  }
  return found;
})()`;

/**
 * WCAG 2.4.11: finds elements that stay outside the viewport or covered when focused. Ignored: tabs, which the focus would select, and pages with a
 * menu or a toast, which the focus would close.
 */
const FIND_HIDDEN_FOCUS = `(async () => {${PAGE_FUNCTIONS}
  if (document.querySelector('[role=menu], [data-toast]')) return [];
  const before = document.activeElement;
  const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1);
  const found = [];
  // The browser does not scroll to an element that has the focus already.
  before.blur();
  for (const element of (dialog ?? document).querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')) {
    if (isForScreenReaders(element) || element.tabIndex < 0 || element.matches('[role=tab], [data-radix-focus-guard]') || element.closest('[aria-hidden=true]')) continue;
    element.focus();
    // The mobile menu closes when it loses the focus.
    await new Promise((resolve) => setTimeout(resolve));
    if (document.activeElement === element && !isInViewport(element)) found.push('is focused but not visible: ' + nameOf(element));
  }
  document.activeElement.blur();
  before.focus({ preventScroll: true });
  return found;
})()`;

/** Finds pictures that failed to load. Lazy pictures below the viewport may not be loaded yet. */
const FIND_BROKEN_PICTURES = `(() => {${PAGE_FUNCTIONS}
  return [...document.images].filter((image) => image.complete && image.naturalWidth === 0 && isVisible(image) && !isForScreenReaders(image)).map((image) => 'a broken picture: ' + image.src);
})()`;

/** Finds right-to-left text without its own direction, which would reorder the text beside it. */
const FIND_UNDIRECTED_TEXT = `(() => {${PAGE_FUNCTIONS}
  const found = [];
  const rightToLeft = /[\\u0590-\\u08ff]/;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    if (rightToLeft.test(text.data) && !text.parentElement.closest('bdi, [dir=auto], script')) found.push('has no direction of its own: ' + nameOf(text.parentElement));
  }
  for (const field of document.querySelectorAll('input, textarea')) {
    if (rightToLeft.test(field.value.trim()[0] ?? '') && !field.matches(':dir(rtl)')) found.push('is not right-to-left: ' + nameOf(field));
  }
  return found;
})()`;

export const findHorizontalOverflow = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(FIND_HORIZONTAL_OVERFLOW);
export const findCutText = (page: Page): Promise<string[]> => page.evaluate<string[]>(FIND_CUT_TEXT);
export const findSmallTargets = (page: Page): Promise<string[]> => page.evaluate<string[]>(FIND_SMALL_TARGETS);
export const findHiddenFocus = (page: Page): Promise<string[]> => page.evaluate<string[]>(FIND_HIDDEN_FOCUS);
export const findBrokenPictures = (page: Page): Promise<string[]> => page.evaluate<string[]>(FIND_BROKEN_PICTURES);
export const findUndirectedText = (page: Page): Promise<string[]> => page.evaluate<string[]>(FIND_UNDIRECTED_TEXT);

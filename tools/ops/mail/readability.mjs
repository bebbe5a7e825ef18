// Finds what makes an email hard to read. Each function is serialised into the page, so it must not use anything outside itself.

/** Elements that are wider than the screen, and the page itself where it scrolls sideways. */
export function findTooWide() {
  const width = window.innerWidth;
  const outside = [...document.body.querySelectorAll('*')].filter((element) => {
    const { left, right, width: own, height } = element.getBoundingClientRect();
    return own > 0 && height > 0 && (left < -0.5 || right > width + 0.5);
  });
  const page =
    document.documentElement.scrollWidth > width ? [`the page is ${document.documentElement.scrollWidth} px wide`] : [];
  return page.concat(outside.map((element) => `${element.tagName} ${(element.textContent ?? '').trim().slice(0, 40)}`));
}

/** Texts that are smaller than `leastPx` CSS pixels. */
export function findTooSmall(leastPx) {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const words = (node.textContent ?? '').trim();
    const element = node.parentElement;
    if (words === '' || !element.checkVisibility()) continue;
    const size = parseFloat(getComputedStyle(element).fontSize);
    if (size < leastPx) found.push(`${size} px: ${words.slice(0, 40)}`);
  }
  return found;
}

/** Texts whose contrast with their background is below the ratio (WCAG 2.2, 1.4.3). */
export function findLowContrast(leastRatio) {
  const channels = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (colour) => {
    const [red, green, blue] = channels(colour).map((value) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  // Backgrounds in emails are either opaque or fully transparent.
  const groundOf = (element) => {
    const colour = element ? getComputedStyle(element).backgroundColor : 'rgb(255, 255, 255)';
    return channels(colour)[3] === 0 ? groundOf(element.parentElement) : colour;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const words = (node.textContent ?? '').trim();
    const element = node.parentElement;
    if (words === '' || !element.checkVisibility()) continue;
    const [ink, ground] = [getComputedStyle(element).color, groundOf(element)];
    const [dim, bright] = [luminance(ink), luminance(ground)].sort((a, b) => a - b);
    const ratio = (bright + 0.05) / (dim + 0.05);
    if (!(ratio >= leastRatio)) found.push(`${ratio.toFixed(1)} (${ink} on ${ground}): ${words.slice(0, 40)}`);
  }
  return found;
}

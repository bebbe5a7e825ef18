import type { Page } from '@playwright/test';

/**
 * Does to the page what Chrome's translation does: each text becomes `<font><font>text</font></font>`, also after each
 * change. Chrome's script runs outside of the page, so it has the DOM's functions as they were at the start.
 */
const TRANSLATOR = `(() => {
  const { replaceChild } = Node.prototype;
  const createFont = () => {
    const font = document.createElement('font');
    font.style.verticalAlign = 'inherit';
    return font;
  };
  const translateText = (text) => {
    const parent = text.parentElement;
    if (!parent || !text.data.trim() || parent.closest('font, script, style, noscript, svg, textarea, [translate=no]')) return;
    const font = createFont();
    font.append(createFont());
    font.firstChild.append(text.data);
    replaceChild.call(parent, font, text);
  };
  const translate = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return translateText(node);
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    texts.forEach(translateText);
  };
  document.addEventListener('DOMContentLoaded', () => {
    document.documentElement.classList.add('translated-ltr');
    translate(document.body);
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records)
        if (type === 'characterData') translate(target);
        else addedNodes.forEach(translate);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
})()`;

/** Call before the page is opened. The returned list collects the errors that React caught. */
export async function translatePages(page: Page): Promise<string[]> {
  const errors: string[] = [];
  page.on('console', (line) => {
    if (/NotFoundError|not a child of this node/.test(line.text())) errors.push(line.text());
  });
  await page.addInitScript(TRANSLATOR);
  return errors;
}

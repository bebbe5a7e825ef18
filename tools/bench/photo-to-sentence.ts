import type { Page } from '@playwright/test';

const LIMIT_MS = 60_000;

const watchFor = (sentence: string): string => `
  document.addEventListener('change', () => performance.mark('picked'), { capture: true, once: true });
  const watch = new MutationObserver(() => {
    if (!document.body.textContent.includes(${JSON.stringify(sentence)})) return;
    watch.disconnect();
    requestAnimationFrame(() => performance.measure('said', 'picked'));
  });
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });`;

const whenSaid = (sentence: string): string => `new Promise((resolve, reject) => {
  new PerformanceObserver((list) => list.getEntriesByName('said').forEach(({ duration }) => resolve(duration))).observe({ type: 'measure', buffered: true });
  setTimeout(() => reject(new Error(${JSON.stringify(`The page never says: ${sentence}`)})), ${LIMIT_MS});
})`;

export interface PickedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Milliseconds from the moment the browser has the photo to the frame that shows the sentence, in a page that waits for a photo. Rejects after a minute. */
export async function photoToSentence(page: Page, photo: PickedFile, sentence: string): Promise<number> {
  await page.evaluate(watchFor(sentence));
  await page.setInputFiles('input[type=file]', photo);
  return page.evaluate<number>(whenSaid(sentence));
}

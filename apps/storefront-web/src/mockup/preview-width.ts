/** The maximum width of the preview: next to its panels, or above them with room for the sliders. */
export const PREVIEW_SIZES = '(min-width: 64rem) min(36rem, calc(100vh - 12rem)), min(100vw, max(40vh, 13rem))';

/** The same in CSS pixels, for the current window size. */
export function previewWidthPx(): number {
  const { innerWidth, innerHeight } = window;
  const rem = 16;
  return innerWidth >= 64 * rem
    ? Math.min(36 * rem, innerHeight - 12 * rem)
    : Math.min(innerWidth, Math.max(0.4 * innerHeight, 13 * rem));
}

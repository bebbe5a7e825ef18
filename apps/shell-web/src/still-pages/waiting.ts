import { PageLoadError } from '@shop/web-kit';

/** The digest of a boundary that the HTML leaves to the browser on purpose: React reports each as an error that it got over. index.html has the same word. */
export const LEFT_TO_BROWSER = 'left-to-browser';

/** Of what React tells of a page that it draws anew: left to it, or a remote that can't be loaded, which the page itself says. */
export const isExpected = (error: unknown): boolean =>
  error instanceof Error &&
  ((error as { digest?: unknown }).digest === LEFT_TO_BROWSER || error.cause instanceof PageLoadError);

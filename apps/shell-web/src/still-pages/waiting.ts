/** The digest of a boundary that the HTML leaves to the browser on purpose: React reports each as an error that it got over. index.html has the same word. */
export const LEFT_TO_BROWSER = 'left-to-browser';

export const isExpected = (error: unknown): boolean => error instanceof Error && (error as { digest?: unknown }).digest === LEFT_TO_BROWSER;

import { ErrorState, PageSkeleton } from '@shop/web-ui';
import {
  lazy,
  Suspense,
  useEffect,
  useState,
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
} from 'react';
import { reloadPage } from '../browser-navigation.js';
import { ErrorBoundary } from './error-boundary.js';
import { usePageTitle } from '../page-title.js';
import { isSlowLoad, getLoadErrorMessage } from './page-load-error.js';

export type LoadPage = () => Promise<{ default: ComponentType }>;

/** One lazy component a loader, kept over unmounts: a page seen once shows again without a fallback. */
const lazyPages = new WeakMap<LoadPage, LazyExoticComponent<ComponentType>>();
/** Loaders whose last try failed, with the reason. */
const lastErrors = new WeakMap<LoadPage, unknown>();

function getLazyPage(load: LoadPage): LazyExoticComponent<ComponentType> {
  const existing = lazyPages.get(load);
  if (existing) return existing;
  const page = lazy(async () => {
    try {
      const loaded = await load();
      lastErrors.delete(load);
      return loaded;
    } catch (error) {
      lastErrors.set(load, error);
      throw error;
    }
  });
  lazyPages.set(load, page);
  return page;
}

function FailedPage({ sentence: message, onRetry }: { sentence: string; onRetry: () => void }) {
  usePageTitle('Page Not Loaded');
  return <ErrorState asHeading="h1" className="my-16" sentence={message} onRetry={onRetry} />;
}

interface Props {
  /** Kept from the first render on: give another page another `key`. Called again by Retry, when it may find something newer. */
  load: LoadPage;
  /** What is being loaded, for the sentence: `The shop`. */
  subject?: string;
  fallback?: ReactNode;
  /** In place of loading once more, from the second Retry in a row on; never while the browser is offline. */
  onRepeatedFailure?: () => void;
}

/**
 * Loads and shows a page that lives in another file or another app. While it comes: a skeleton. When it can't be
 * loaded, or breaks: a sentence and a button that really tries again.
 */
export function RemoteBoundary({ load, subject: what = 'This page', fallback = <PageSkeleton />, onRepeatedFailure: lastResort }: Props) {
  const [{ Page, attempt }, setPage] = useState(() => ({ Page: getLazyPage(load), attempt: 0 }));
  // React keeps a failed lazy for good, so the next visit needs a new one. This one stays until then: React may render the
  // failure again before it commits, and must not start another load by it.
  useEffect(
    () => () => {
      if (lastErrors.has(load)) lazyPages.delete(load);
    },
    [load],
  );
  const handleRetry = (): void => {
    // A request that hangs is joined by the next one for the same file; it goes only with its document.
    if (isSlowLoad(lastErrors.get(load)) && navigator.onLine) return reloadPage();
    if (lastResort && attempt > 0 && navigator.onLine) return lastResort();
    lazyPages.delete(load);
    setPage({ Page: getLazyPage(load), attempt: attempt + 1 });
  };
  const getMessage = (): string =>
    lastErrors.has(load)
      ? getLoadErrorMessage(what, lastErrors.get(load))
      : 'Something went wrong on this page. Please try again.';

  return (
    <ErrorBoundary key={attempt} fallback={() => <FailedPage sentence={getMessage()} onRetry={handleRetry} />}>
      <Suspense fallback={fallback}>
        <Page />
      </Suspense>
    </ErrorBoundary>
  );
}

/**
 * A page in a file of its own, loaded when it is first visited. A failed download is tried twice more: browsers answer the first
 * request for a file with the failure of its preload, and a page is up to two files. Then Retry tries. If that fails too, the file may be gone
 * because its app was deployed again: only a fresh document finds the new one.
 */
export function lazyPage(load: LoadPage): ComponentType {
  const loadWithRetries: LoadPage = () => load().catch(() => load().catch(() => load()));
  return function LazyPage() {
    return <RemoteBoundary load={loadWithRetries} onRepeatedFailure={reloadPage} />;
  };
}

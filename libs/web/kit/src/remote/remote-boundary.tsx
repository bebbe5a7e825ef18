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
import { reloadPage } from '../leave-for.js';
import { ErrorBoundary } from './error-boundary.js';
import { usePageTitle } from '../page-title.js';
import { isSlow, loadSentence } from './page-load-error.js';

export type LoadPage = () => Promise<{ default: ComponentType }>;

/** One lazy component a loader, kept over unmounts: a page seen once shows again without a fallback. */
const pages = new WeakMap<LoadPage, LazyExoticComponent<ComponentType>>();
/** Loaders whose last try failed, with the reason. */
const failures = new WeakMap<LoadPage, unknown>();

function pageOf(load: LoadPage): LazyExoticComponent<ComponentType> {
  const known = pages.get(load);
  if (known) return known;
  const page = lazy(async () => {
    try {
      const loaded = await load();
      failures.delete(load);
      return loaded;
    } catch (error) {
      failures.set(load, error);
      throw error;
    }
  });
  pages.set(load, page);
  return page;
}

function FailedPage({ sentence, onRetry }: { sentence: string; onRetry: () => void }) {
  usePageTitle('Page Not Loaded');
  return <ErrorState asHeading="h1" className="my-16" sentence={sentence} onRetry={onRetry} />;
}

interface Props {
  /** Kept from the first render on: give another page another `key`. Called again by Retry, when it may find something newer. */
  load: LoadPage;
  /** What is being loaded, for the sentence: `The shop`. */
  what?: string;
  fallback?: ReactNode;
  /** In place of loading once more, from the second Retry in a row on; never while the browser is offline. */
  lastResort?: () => void;
}

/**
 * Loads and shows a page that lives in another file or another app. While it comes: a skeleton. When it can't be
 * loaded, or breaks: a sentence and a button that really tries again.
 */
export function RemoteBoundary({ load, what = 'This page', fallback = <PageSkeleton />, lastResort }: Props) {
  const [{ Page, attempt }, setShown] = useState(() => ({ Page: pageOf(load), attempt: 0 }));
  // React keeps a failed lazy for good, so the next visit needs a new one. This one stays until then: React may render the
  // failure again before it commits, and must not start another load by it.
  useEffect(
    () => () => {
      if (failures.has(load)) pages.delete(load);
    },
    [load],
  );
  const retry = (): void => {
    // A request that hangs is joined by the next one for the same file; it goes only with its document.
    if (isSlow(failures.get(load)) && navigator.onLine) return reloadPage();
    if (lastResort && attempt > 0 && navigator.onLine) return lastResort();
    pages.delete(load);
    setShown({ Page: pageOf(load), attempt: attempt + 1 });
  };
  const sentence = (): string =>
    failures.has(load)
      ? loadSentence(what, failures.get(load))
      : 'Something went wrong on this page. Please try again.';

  return (
    <ErrorBoundary key={attempt} fallback={() => <FailedPage sentence={sentence()} onRetry={retry} />}>
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
  const loadThrice: LoadPage = () => load().catch(() => load().catch(() => load()));
  return function LazyPage() {
    return <RemoteBoundary load={loadThrice} lastResort={reloadPage} />;
  };
}

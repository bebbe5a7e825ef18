import { ErrorState, PageSkeleton } from '@shop/web-ui';
import { lazy, Suspense, useState, type ComponentType, type LazyExoticComponent, type ReactNode } from 'react';
import { ErrorBoundary } from './error-boundary.js';

export type LoadPage = () => Promise<{ default: ComponentType }>;

/** One lazy component a loader, kept over unmounts: a page seen once shows again without a fallback. */
const pages = new WeakMap<LoadPage, LazyExoticComponent<ComponentType>>();
/** Loaders whose last try failed. */
const failed = new WeakSet<LoadPage>();

function pageOf(load: LoadPage): LazyExoticComponent<ComponentType> {
  const known = pages.get(load);
  if (known) return known;
  const page = lazy(async () => {
    try {
      const loaded = await load();
      failed.delete(load);
      return loaded;
    } catch (error) {
      failed.add(load);
      // React keeps a failed lazy for good: the next visit, or a retry, needs a new one.
      pages.delete(load);
      throw error;
    }
  });
  pages.set(load, page);
  return page;
}

interface Props {
  /** Kept from the first render on: give another page another `key`. */
  load: LoadPage;
  /** What is being loaded, for the sentence: `The shop`. */
  what?: string;
  fallback?: ReactNode;
}

/**
 * Loads and shows a page that lives in another file or another app. While it comes: a skeleton. When it can't be
 * loaded, or breaks: a sentence and a button that really tries again.
 */
export function RemoteBoundary({ load, what = 'This page', fallback = <PageSkeleton /> }: Props) {
  const [{ Page, attempt }, setShown] = useState(() => ({ Page: pageOf(load), attempt: 0 }));
  const retry = (): void => setShown({ Page: pageOf(load), attempt: attempt + 1 });
  const sentence = (): string =>
    failed.has(load)
      ? `${what} can't be loaded right now. Please check your connection and try again.`
      : 'Something went wrong on this page. Please try again.';

  return (
    <ErrorBoundary key={attempt} fallback={() => <ErrorState className="my-16" sentence={sentence()} onRetry={retry} />}>
      <Suspense fallback={fallback}>
        <Page />
      </Suspense>
    </ErrorBoundary>
  );
}

/** A page in a file of its own, loaded when it is first visited; a failed download can be tried again. */
export function lazyPage(load: LoadPage): ComponentType {
  return function LazyPage() {
    return <RemoteBoundary load={load} />;
  };
}

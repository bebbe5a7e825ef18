import { ErrorState, PageSkeleton } from '@shop/web-ui';
import { lazy, Suspense, useState, type ComponentType, type LazyExoticComponent, type ReactNode } from 'react';
import { ErrorBoundary } from './error-boundary.js';

export type LoadPage = () => Promise<{ default: ComponentType }>;

/** One lazy component a loader, kept over unmounts: a page seen once shows again without a fallback. */
const pages = new WeakMap<LoadPage, LazyExoticComponent<ComponentType>>();
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
      throw error;
    }
  });
  pages.set(load, page);
  return page;
}

interface Props {
  /** Keep it stable (a module constant): a new function is a new page. */
  load: LoadPage;
  /** What is being loaded, for the sentence: `The shop`. */
  what?: string;
  fallback?: ReactNode;
}

/**
 * Loads and shows a page that lives in another file or another app. While it comes: a skeleton. When it can't be
 * loaded, or breaks: a sentence and a button that really tries again (React keeps a failed lazy for good, so a new one is made).
 */
export function RemoteBoundary({ load, what = 'This page', fallback = <PageSkeleton /> }: Props) {
  const [attempt, setAttempt] = useState(0);
  const Page = pageOf(load);
  const retry = (): void => {
    if (failed.has(load)) pages.delete(load);
    setAttempt(attempt + 1);
  };
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

import { ErrorState, PageSkeleton } from '@shop/web-ui';
import {
  Component,
  type ComponentProps,
  type ComponentType,
  lazy,
  type LazyExoticComponent,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react';
import { reloadPage } from '../browser-navigation.js';
import { usePageTitle } from '../page-title.js';
import { getLoadErrorMessage, isOutdated, loadChunk, needsNewDocument } from './load-chunk.js';

interface ErrorBoundaryProps {
  fallback: (error: Error) => ReactNode;
  children: ReactNode;
}

/** Shows `fallback` in place of children that threw. A new `key` resets it. */
class ErrorBoundary extends Component<ErrorBoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    return this.state.error ? this.props.fallback(this.state.error) : this.props.children;
  }
}

export type LoadPage = () => Promise<{ default: ComponentType }>;

/**
 * React.lazy and not `useLazyComponent`, whose state starts empty at each mount: a page that was loaded before shows again at once, without a
 * fallback.
 */
const lazyPages = new WeakMap<LoadPage, LazyExoticComponent<ComponentType>>();
/** The last error of each loader whose last attempt failed. */
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

type FailedPageProps = Pick<ComponentProps<typeof ErrorState>, 'message' | 'action' | 'onRetry'>;

function FailedPage(props: FailedPageProps) {
  usePageTitle('Page Not Loaded');
  return <ErrorState asHeading="h1" className="my-16" {...props} />;
}

interface Props {
  /** Only the first render's value counts: give another page another `key`. Retry calls it again. */
  load: LoadPage;
  /** The subject of the error message: `The shop`. */
  subject?: string;
  fallback?: ReactNode;
  /** Called instead of loading once more, from the second Retry in a row. Never called while the browser is offline. */
  onRepeatedFailure?: () => void;
}

/**
 * Loads and shows a page from another file or another app. Shows a skeleton while it loads, and a message with a Retry
 * button when loading or rendering fails.
 */
export function RemoteBoundary({ load, subject = 'This page', fallback = <PageSkeleton />, onRepeatedFailure }: Props) {
  const [{ Page, attempt }, setPage] = useState(() => ({ Page: getLazyPage(load), attempt: 0 }));
  // React never retries a failed lazy component, so the next visit needs a new one. It is replaced on unmount only:
  // React may render the failure again before it commits, which must not start another load.
  useEffect(
    () => () => {
      if (lastErrors.has(load)) lazyPages.delete(load);
    },
    [load],
  );
  const handleRetry = (): void => {
    if (needsNewDocument(lastErrors.get(load)) && navigator.onLine) return reloadPage();
    if (onRepeatedFailure && attempt > 0 && navigator.onLine) return onRepeatedFailure();
    lazyPages.delete(load);
    setPage({ Page: getLazyPage(load), attempt: attempt + 1 });
  };
  const getMessage = (): string =>
    lastErrors.has(load)
      ? getLoadErrorMessage(subject, lastErrors.get(load))
      : 'Something went wrong on this page. Please try again.';

  return (
    <ErrorBoundary
      key={attempt}
      fallback={() => (
        <FailedPage
          message={getMessage()}
          action={isOutdated(lastErrors.get(load)) ? 'Reload' : 'Retry'}
          onRetry={handleRetry}
        />
      )}
    >
      <Suspense fallback={fallback}>
        <Page />
      </Suspense>
    </ErrorBoundary>
  );
}

/**
 * A page in a file of its own, loaded on the first visit. If a newer deployment has replaced the file, the message offers
 * to reload; after another failed Retry the document is reloaded.
 */
export function lazyPage(load: LoadPage): ComponentType {
  const loadPage: LoadPage = () => loadChunk(load);
  return function LazyPage() {
    return <RemoteBoundary load={loadPage} onRepeatedFailure={reloadPage} />;
  };
}

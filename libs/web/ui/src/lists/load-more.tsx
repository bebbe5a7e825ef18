import { useEffect, useEffectEvent, useLayoutEffect, useRef, type ComponentProps } from 'react';
import { Button } from '../actions/button.js';
import { Spinner } from '../feedback/states.js';

/** How far below the window the end of the list may be when the next page is requested: about a screen. */
const PRELOAD_MARGIN = '800px';

interface Props {
  /** Plural name of the rows: `Orders`. */
  label: string;
  /** Number of rows above. */
  loadedCount: number;
  hasMore: boolean;
  /** The next page is being requested. */
  isLoadingMore: boolean;
  /** Any request of the list is pending; automatic loading waits for it. */
  isFetching: boolean;
  /** Error message of the last failed page. */
  error: string | null;
  onLoadMore: () => void;
}

/** Disappears with the last page. If it has the focus then, `onRemovedWithFocus` moves it. */
function LoadMoreButton({
  onRemovedWithFocus,
  ...props
}: ComponentProps<typeof Button> & { onRemovedWithFocus: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const moveFocus = useEffectEvent(onRemovedWithFocus);
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      if (element !== null && element === document.activeElement) moveFocus();
    };
  }, []);
  return <Button ref={button} variant="outline" {...props} />;
}

/**
 * The end of the loaded part of a long list. Loads more when it comes near the window or at a click. After a failure
 * only a click loads.
 */
export function LoadMore({ label, loadedCount, hasMore, isLoadingMore, isFetching, error, onLoadMore }: Props) {
  const end = useRef<HTMLDivElement>(null);
  const isAutomatic = hasMore && !isFetching && error === null;
  const loadMore = useEffectEvent(onLoadMore);

  useEffect(() => {
    if (!end.current || !isAutomatic || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) loadMore();
      },
      { rootMargin: PRELOAD_MARGIN },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isAutomatic]);

  return (
    <div ref={end} tabIndex={-1} className={hasMore ? 'ui-load-more' : undefined}>
      <p role="status" className="sr-only">
        {`${label}: ${loadedCount} shown${hasMore ? ', there are more' : ''}`}
      </p>
      {error && <p role="alert">{error}</p>}
      {hasMore && (
        <LoadMoreButton
          disabledFocusable={isLoadingMore}
          onClick={onLoadMore}
          onRemovedWithFocus={() => end.current?.focus({ preventScroll: true })}
        >
          {isLoadingMore && <Spinner />}
          {error ? 'Retry' : 'Load more'}
        </LoadMoreButton>
      )}
    </div>
  );
}

import { useEffect, useEffectEvent, useLayoutEffect, useRef, type ComponentProps } from 'react';
import { Button } from '../actions/button.js';
import { Spinner } from '../feedback/spinner.js';

/** How far below the window the end of the list may be when the next page is asked for: about a screen. */
const PRELOAD_MARGIN = '800px';

interface Props {
  /** What the rows are: `Orders`. */
  label: string;
  /** So many of them stand above. */
  loadedCount: number;
  hasMore: boolean;
  /** The next page is on its way. */
  isLoadingMore: boolean;
  /** Anything of the list is on its way, so that nothing is asked for by itself. */
  isFetching: boolean;
  /** Why the next page could not be had. */
  error: string | null;
  onLoadMore: () => void;
}

/** When it goes, with the last page, its focus goes on at the place where it stood. */
function LoadMoreButton({ onGone: onRemovedWithFocus, ...props }: ComponentProps<typeof Button> & { onGone: () => void }) {
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

/** The end of what is loaded of a long list: asks for more when it comes near, or when its button is pressed. After a failure only the button asks. */
export function LoadMore({ label, loadedCount: shown, hasMore, isLoadingMore: isLoading, isFetching: isBusy, error: failure, onLoadMore: onMore }: Props) {
  const end = useRef<HTMLDivElement>(null);
  const isAutomatic = hasMore && !isBusy && failure === null;
  const loadMore = useEffectEvent(onMore);

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
    <div ref={end} tabIndex={-1} className={hasMore ? 'ui-more-rows' : undefined}>
      <p role="status" className="sr-only">
        {`${label}: ${shown} shown${hasMore ? ', there are more' : ''}`}
      </p>
      {failure && <p role="alert">{failure}</p>}
      {hasMore && (
        <LoadMoreButton shut={isLoading} onClick={onMore} onGone={() => end.current?.focus({ preventScroll: true })}>
          {isLoading && <Spinner />}
          {failure ? 'Retry' : 'Load more'}
        </LoadMoreButton>
      )}
    </div>
  );
}

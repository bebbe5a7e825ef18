import { sentenceOf, type Page } from '@shop/web-kit';
import { Button, cn, Spinner } from '@shop/web-ui';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/** How far below the window the end of the list may be when the next page is asked for: about a screen. */
const AHEAD = '800px';

interface Props<Row> {
  query: UseInfiniteQueryResult<InfiniteData<Page<Row>>>;
  shown: number;
  label: string;
}

/** The end of what is loaded: asks for more when it comes near, or when its button is pressed. After a failure only the button asks. */
export function MoreRows<Row>({ query, shown, label }: Props<Row>) {
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage, error } = query;
  const end = useRef<HTMLDivElement>(null);
  const asksByItself = hasNextPage && !isFetching && !isFetchNextPageError;

  useEffect(() => {
    if (!end.current || !asksByItself || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) void fetchNextPage();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [asksByItself, fetchNextPage]);

  return (
    <div ref={end} className={cn('flex flex-col items-center gap-3', hasNextPage && 'mt-4')}>
      <p role="status" className="sr-only">
        {`${label}: ${shown} shown${hasNextPage ? ', there are more' : ''}`}
      </p>
      {isFetchNextPageError && (
        <p role="alert" className="text-center">
          {sentenceOf(error)}
        </p>
      )}
      {hasNextPage && (
        <Button variant="outline" shut={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage && <Spinner />}
          {isFetchNextPageError ? 'Retry' : 'Load more'}
        </Button>
      )}
    </div>
  );
}

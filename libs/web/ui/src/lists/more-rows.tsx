import { useEffect, useEffectEvent, useLayoutEffect, useRef, type ComponentProps } from 'react';
import { Button } from '../actions/button.js';
import { Spinner } from '../feedback/spinner.js';

/** How far below the window the end of the list may be when the next page is asked for: about a screen. */
const AHEAD = '800px';

interface Props {
  /** What the rows are: `Orders`. */
  label: string;
  /** So many of them stand above. */
  shown: number;
  hasMore: boolean;
  /** The next page is on its way. */
  isLoading: boolean;
  /** Anything of the list is on its way, so that nothing is asked for by itself. */
  isBusy: boolean;
  /** Why the next page could not be had. */
  failure: string | null;
  onMore: () => void;
}

/** When it goes, with the last page, its focus goes on at the place where it stood. */
function MoreButton({ onGone, ...props }: ComponentProps<typeof Button> & { onGone: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const handFocusOn = useEffectEvent(onGone);
  useLayoutEffect(() => {
    const shown = button.current;
    return () => {
      if (shown !== null && shown === document.activeElement) handFocusOn();
    };
  }, []);
  return <Button ref={button} variant="outline" {...props} />;
}

/** The end of what is loaded of a long list: asks for more when it comes near, or when its button is pressed. After a failure only the button asks. */
export function MoreRows({ label, shown, hasMore, isLoading, isBusy, failure, onMore }: Props) {
  const end = useRef<HTMLDivElement>(null);
  const asksByItself = hasMore && !isBusy && failure === null;
  const ask = useEffectEvent(onMore);

  useEffect(() => {
    if (!end.current || !asksByItself || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) ask();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [asksByItself]);

  return (
    <div ref={end} tabIndex={-1} className={hasMore ? 'ui-more-rows' : undefined}>
      <p role="status" className="sr-only">
        {`${label}: ${shown} shown${hasMore ? ', there are more' : ''}`}
      </p>
      {failure && <p role="alert">{failure}</p>}
      {hasMore && (
        <MoreButton shut={isLoading} onClick={onMore} onGone={() => end.current?.focus({ preventScroll: true })}>
          {isLoading && <Spinner />}
          {failure ? 'Retry' : 'Load more'}
        </MoreButton>
      )}
    </div>
  );
}

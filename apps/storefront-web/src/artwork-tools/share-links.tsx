import { SHARE_LINKS_MAX } from '@shop/contracts-art';
import { formatShortDate, getErrorMessage, QueryContent, toast } from '@shop/web-kit';
import { Button, Skeleton, Spinner } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { Copy, Link2, Share2 } from 'lucide-react';
import { shareLinksQuery, useCreateShareLink, useEndShareLink } from './share-links.queries.js';

/** The link that was just made. It is shown once, because the shop stores only its hash. */
function NewLink({ url }: { url: string }) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url);
      toast({ title: 'Link copied' });
    } catch {
      toast({ title: 'The link could not be copied', description: 'Please select it and copy it.' });
    }
  };
  return (
    <div className="flex flex-col gap-3">
      <label className="flex flex-col gap-1.5 font-semibold">
        Your link
        <textarea
          readOnly
          rows={2}
          value={url}
          className="ui-control field-sizing-content w-full resize-none px-3 font-normal break-all"
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => void copy()}>
          <Copy aria-hidden />
          Copy link
        </Button>
        {'share' in navigator && (
          // Rejects if the visitor closes the system's dialog.
          <Button size="sm" variant="outline" onClick={() => void navigator.share({ url }).catch(() => undefined)}>
            <Share2 aria-hidden />
            Send
          </Button>
        )}
      </div>
      <p className="text-sm text-muted-foreground">Copy it now: it is not shown again.</p>
    </div>
  );
}

/** Makes and ends links by which everybody sees the artwork. */
export function ShareLinks({ imageId }: { imageId: string }) {
  const links = useQuery(shareLinksQuery(imageId));
  const creation = useCreateShareLink(imageId);
  const ending = useEndShareLink(imageId);
  // Of the latest press: what failed before it is settled.
  const { error } = creation.submittedAt > ending.submittedAt ? creation : ending;
  return (
    <div className="flex flex-col gap-5">
      {creation.data && <NewLink url={new URL(creation.data.path, location.origin).href} />}
      <QueryContent query={links} skeleton={<Skeleton className="h-24 rounded-card" />}>
        {(list) => (
          <>
            <Button
              variant={creation.data ? 'outline' : 'default'}
              disabled={list.length >= SHARE_LINKS_MAX}
              disabledFocusable={creation.isPending}
              onClick={() => creation.mutate()}
              className="self-start"
            >
              {creation.isPending ? <Spinner /> : <Link2 aria-hidden />}
              {creation.data ? 'Make another link' : 'Make a link'}
            </Button>
            {list.length >= SHARE_LINKS_MAX && (
              <p className="text-muted-foreground">At most {SHARE_LINKS_MAX} links. End one of them to make another.</p>
            )}
            {list.length > 0 && (
              <section aria-labelledby="links-heading">
                <h3 id="links-heading" className="mb-2 font-display text-lg font-bold">
                  Links to this artwork
                </h3>
                <ul className="flex flex-col divide-y divide-border">
                  {list.map(({ id, createdAt }) => (
                    <li key={id} className="flex items-center justify-between gap-3 py-2">
                      <span>
                        Made on <time dateTime={createdAt}>{formatShortDate(createdAt)}</time>
                        {id === creation.data?.id && ' (the one above)'}
                      </span>
                      <Button
                        size="sm"
                        variant="outline"
                        disabledFocusable={ending.isPending}
                        onClick={() =>
                          ending.mutate(id, { onSuccess: () => id === creation.data?.id && creation.reset() })
                        }
                      >
                        End link<span className="sr-only"> made on {formatShortDate(createdAt)}</span>
                      </Button>
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </>
        )}
      </QueryContent>
      {error && (
        <p role="alert" className="font-semibold text-destructive-text">
          {getErrorMessage(error)}
        </p>
      )}
    </div>
  );
}

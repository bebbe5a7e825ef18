import type { DisplayedReview } from '@shop/contracts-catalog';
import { formatDate, PagedList, usePagedQuery } from '@shop/web-kit';
import { Skeleton, Stars } from '@shop/web-ui';
import { Dialog, DialogContent, DialogTrigger } from '@shop/web-ui/dialog';
import { useState } from 'react';
import { reviewsQuery } from './reviews.queries.js';

/** A photo that is gone is not shown. */
function ReviewPhoto({ url, name }: { url: string; name: string }) {
  const [isMissing, setMissing] = useState(false);
  const title = `Photo by ${name}`;
  if (isMissing) return null;
  return (
    <Dialog>
      <DialogTrigger aria-label={`Enlarge the photo by ${name}`} className="block cursor-zoom-in rounded-control">
        <img
          src={`${url}?w=320`}
          alt={title}
          loading="lazy"
          onError={() => setMissing(true)}
          className="size-32 rounded-control border border-border bg-muted object-cover"
        />
      </DialogTrigger>
      <DialogContent title={title} className="max-w-4xl">
        <img
          src={`${url}?w=1024`}
          alt={title}
          className="mx-auto max-h-[75dvh] w-auto max-w-full rounded-control object-contain"
        />
      </DialogContent>
    </Dialog>
  );
}

function Review({ review: { rating, text, name, photoUrl, writtenAt } }: { review: DisplayedReview }) {
  return (
    <article className="grid gap-2 border-t border-border py-6">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Stars rating={rating} />
        <bdi className="font-semibold [overflow-wrap:anywhere]">{name}</bdi>
        <time dateTime={writtenAt} className="text-muted-foreground">
          {formatDate(writtenAt)}
        </time>
      </p>
      {text && (
        <p dir="auto" className="max-w-[65ch] [overflow-wrap:anywhere] whitespace-pre-wrap">
          {text}
        </p>
      )}
      {photoUrl && (
        <div>
          <ReviewPhoto url={photoUrl} name={name} />
        </div>
      )}
    </article>
  );
}

function ReviewList({ productId }: { productId: string }) {
  return (
    <PagedList
      query={usePagedQuery(reviewsQuery(productId))}
      label="Reviews"
      skeleton={<Skeleton className="h-40 rounded-card" />}
      empty={null}
    >
      {(pages) => (
        <ul aria-label="Reviews">
          {pages.flat().map((review) => (
            <li key={review.id}>
              <Review review={review} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}

interface Props {
  productId: string;
  rating: { count: number; average: number | null };
}

/** What customers say about a product that has reviews. */
export function ProductReviews({ productId, rating: { count, average } }: Props) {
  return (
    <section aria-labelledby="reviews" className="grid gap-3">
      <h2 id="reviews" className="font-display text-2xl font-bold">
        Reviews
      </h2>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Stars rating={average ?? 0} isDecorative />
        <span>
          <strong className="tabular-nums">{average}</strong> out of 5, from {count}{' '}
          {count === 1 ? 'review' : 'reviews'}
        </span>
      </p>
      <p className="text-muted-foreground">By customers whose order was delivered. We publish them word for word.</p>
      <ReviewList productId={productId} />
    </section>
  );
}

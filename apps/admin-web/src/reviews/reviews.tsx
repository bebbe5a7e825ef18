import { type DisplayedAdminReview, reviewStatusSchema } from '@shop/contracts-catalog';
import { useSingleFlight } from '@shop/web-kit';
import { Button, Card, EmptyState, FormError, Stars, StatusBadge } from '@shop/web-ui';
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from '@shop/web-ui/alert-dialog';
import { MessageSquareText, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { getChangeError, isMissingCall, PartFailure } from '../failures.js';
import { AdminList, StatusFilter } from '../lists/admin-list.js';
import { ListNotice } from '../lists/list-notice.js';
import { usePagedList } from '../lists/list-query.js';
import { Photo } from '../orders/drawer/photos.js';
import { RelativeTime } from '../relative-time.js';
import { OpenItemLink, useUrlChoice } from '../url-state.js';
import { getReviewsList, useReviewChanges } from './reviews.queries.js';

interface DeletionProps {
  review: DisplayedAdminReview;
  remove: ReturnType<typeof useReviewChanges>['remove'];
  onClose: () => void;
}

function DeletionDialog({ review, remove, onClose }: DeletionProps) {
  const removeOnce = useSingleFlight(remove);
  return (
    <AlertDialog open onOpenChange={() => !remove.isPending && onClose()}>
      <AlertDialogContent
        title={`Delete the review by ${review.name}?`}
        description="With its photo, for good. Its author can write it again while the link is valid. To only hide it from the shop, reject it."
      >
        <FormError className="mb-4" message={getChangeError(remove.error)} />
        <div className="flex flex-wrap justify-end gap-3">
          <AlertDialogCancel asChild>
            <Button variant="outline" disabledFocusable={remove.isPending}>
              Keep Review
            </Button>
          </AlertDialogCancel>
          <Button
            variant="destructive"
            disabledFocusable={remove.isPending}
            onClick={() => removeOnce(undefined, { onSuccess: onClose })}
          >
            {remove.isPending ? 'Deleting...' : 'Delete Review'}
          </Button>
        </div>
      </AlertDialogContent>
    </AlertDialog>
  );
}

function ReviewCard({ row: review }: { row: DisplayedAdminReview }) {
  const { id, name, rating, text, photoUrl, status, productTitle, orderId, orderNumber, writtenAt } = review;
  const { decide, remove } = useReviewChanges(review);
  const decideOnce = useSingleFlight(decide);
  const [isDeleting, setDeleting] = useState(false);
  const isBusy = decide.isPending || remove.isPending;
  return (
    <Card className="grid gap-3 p-5">
      <div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <bdi className="font-display text-lg font-bold [overflow-wrap:anywhere]">{name}</bdi>
          <Stars rating={rating} />
          <StatusBadge status={status} />
        </p>
        <p className="flex flex-wrap gap-x-3 text-muted-foreground">
          <bdi className="[overflow-wrap:anywhere]">{productTitle}</bdi>
          <OpenItemLink kind="order" id={orderId} className="rounded-sm underline underline-offset-4">
            Order {orderNumber}
          </OpenItemLink>
          <RelativeTime at={writtenAt} />
        </p>
      </div>
      {text && (
        <p dir="auto" className="max-w-[75ch] [overflow-wrap:anywhere] whitespace-pre-wrap">
          {text}
        </p>
      )}
      {photoUrl && (
        <div>
          <Photo url={photoUrl} name={`Photo by ${name}`} />
        </div>
      )}
      <FormError message={getChangeError(decide.error)} className="text-sm" />
      <div role="group" aria-label={`Review by ${name}`} className="flex flex-wrap gap-2">
        {status !== 'published' && (
          <Button size="sm" disabledFocusable={isBusy} onClick={() => decideOnce('published')}>
            Publish
          </Button>
        )}
        {status !== 'rejected' && (
          <Button variant="outline" size="sm" disabledFocusable={isBusy} onClick={() => decideOnce('rejected')}>
            Reject
          </Button>
        )}
        <Button
          variant="ghost"
          size="sm"
          disabledFocusable={isBusy}
          className="text-destructive-text"
          onClick={() => setDeleting(true)}
        >
          <Trash2 aria-hidden />
          Delete
        </Button>
      </div>
      {isDeleting && <DeletionDialog key={id} review={review} remove={remove} onClose={() => setDeleting(false)} />}
    </Card>
  );
}

const ALL = 'all';
const CHOICES = [...reviewStatusSchema.options, ALL] as const;

/** What waits for a decision, unless another status is chosen. */
export function Reviews() {
  const [choice = 'pending', choose] = useUrlChoice('review', CHOICES);
  const status = choice === ALL ? undefined : choice;
  const query = usePagedList(getReviewsList(status));
  if (query.error && isMissingCall(query.error))
    return (
      <PartFailure error={query.error} missing="This shop’s server has no reviews." onRetry={() => query.refetch()} />
    );
  return (
    <section aria-label="Reviews">
      <ListNotice rows="reviews">
        <div className="mb-6 grid gap-3">
          <p className="max-w-[70ch] text-muted-foreground">
            Customers write them by a link that we send two weeks after the delivery. Shoppers see what you publish,
            word for word.
          </p>
          <StatusFilter label="Review status" options={reviewStatusSchema.options} value={status} onChange={choose} />
        </div>
        <AdminList
          query={query}
          label="Reviews"
          Row={ReviewCard}
          empty={
            <EmptyState
              icon={MessageSquareText}
              title={status === 'pending' ? 'No review waits for you' : 'No reviews yet'}
            />
          }
        />
      </ListNotice>
    </section>
  );
}

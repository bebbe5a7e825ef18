import type { DisplayedInvitation, WriteReviewRequest } from '@shop/contracts-catalog';
import { ApiError, LoadFailure, usePageTitle } from '@shop/web-kit';
import { Button, Card, EmptyState, PageColumn, PageHeading, Picture, Skeleton, Stars } from '@shop/web-ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, MailX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { ReviewForm } from './review-form.js';
import { invitationQuery } from './reviews.queries.js';
import type { InvitedProduct } from './use-review-draft.js';
import { useReviewKey } from './use-review-key.js';

/** What the author sees of a review that is sent. */
const STATES: ReadonlyMap<string, string> = new Map([
  ['pending', 'Thank you! We read it first, and then others see it, word for word.'],
  ['published', 'Thank you! Others see it on the page of the product.'],
  ['rejected', 'We could not publish this review. You can change it and send it again.'],
]);

const LinkEnded = () => (
  <>
    <PageHeading>Your Review</PageHeading>
    <EmptyState
      icon={MailX}
      title="This link has ended"
      text="Links for reviews are valid for 90 days, and only in the email that we sent. You can always write to us under Contact."
      action={
        <Button asChild size="lg">
          <Link to="/products">See our products</Link>
        </Button>
      }
    />
  </>
);

function SentReview({
  review,
  hasFocus,
  onChange,
}: {
  review: NonNullable<InvitedProduct['review']>;
  /** It was sent a moment ago. */
  hasFocus: boolean;
  onChange: () => void;
}) {
  const message = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (hasFocus) message.current?.focus();
  }, [hasFocus]);
  return (
    <div className="grid justify-items-start gap-3">
      <p ref={message} tabIndex={-1} className="flex items-start gap-2 rounded-sm font-semibold">
        <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />
        {STATES.get(review.status) ?? review.status}
      </p>
      <Stars rating={review.rating} />
      {review.text && (
        <p dir="auto" className="max-w-[65ch] [overflow-wrap:anywhere] whitespace-pre-wrap">
          {review.text}
        </p>
      )}
      <p className="text-muted-foreground">
        <bdi>{review.name}</bdi>
        {review.hasPhoto && ', with a photo'}
      </p>
      <Button variant="outline" onClick={onChange}>
        Change my review
      </Button>
    </div>
  );
}

/** As the server has it now. */
const withReview = (
  invitation: DisplayedInvitation,
  { productId, photoId, rating, name, text = '' }: WriteReviewRequest,
): DisplayedInvitation => ({
  ...invitation,
  products: invitation.products.map((product) => {
    if (product.productId !== productId) return product;
    const hasPhoto = photoId === undefined ? product.review?.hasPhoto === true : photoId !== null;
    return { ...product, review: { rating, name, text, hasPhoto, status: 'pending' } };
  }),
});

interface ProductProps {
  linkKey: string;
  product: InvitedProduct;
  firstName: string | null;
}

function ProductToReview({ linkKey, product, firstName }: ProductProps) {
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(product.review === null);
  const [wasSent, setWasSent] = useState(false);
  const handleSent = (sent: WriteReviewRequest): void => {
    queryClient.setQueryData(invitationQuery(linkKey).queryKey, (known) => known && withReview(known, sent));
    setWasSent(true);
    setOpen(false);
  };
  return (
    <Card className="grid gap-6 p-5 sm:p-6">
      <div className="flex items-center gap-4">
        <Picture src={product.imageUrl} alt="" sizes="96px" className="size-20 rounded-control object-cover" />
        <h2 className="min-w-0 font-display text-xl font-bold [overflow-wrap:anywhere]">
          <bdi>{product.title}</bdi>
        </h2>
      </div>
      {!isOpen && product.review ? (
        <SentReview review={product.review} hasFocus={wasSent} onChange={() => setOpen(true)} />
      ) : (
        <ReviewForm linkKey={linkKey} product={product} firstName={firstName} onSent={handleSent} />
      )}
    </Card>
  );
}

function Products({
  linkKey,
  invitation: { products, firstName },
}: {
  linkKey: string;
  invitation: DisplayedInvitation;
}) {
  if (products.length === 0)
    return <EmptyState title="Nothing to review" text="What you ordered is not in our shop any more." />;
  return (
    <ul className="grid gap-6">
      {products.map((product) => (
        <li key={product.productId}>
          <ProductToReview linkKey={linkKey} product={product} firstName={firstName} />
        </li>
      ))}
    </ul>
  );
}

function Invitation({ linkKey }: { linkKey: string }) {
  const { data, error, refetch } = useQuery(invitationQuery(linkKey));
  if (data)
    return (
      <>
        <PageHeading description="Stars are enough; words and a photo are welcome. Good or bad: we change no word.">
          How do you like it?
        </PageHeading>
        <Products linkKey={linkKey} invitation={data} />
      </>
    );
  if (!error)
    return (
      <div role="status" aria-label="Loading" className="grid gap-6">
        <Skeleton className="h-12 max-w-80" />
        <Skeleton className="h-96 rounded-card" />
      </div>
    );
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <LinkEnded />;
  return <LoadFailure error={error} onRetry={() => void refetch()} />;
}

/** Opened by the link of an email. */
export default function ReviewPage() {
  usePageTitle('Your Review');
  const linkKey = useReviewKey();
  return (
    <PageColumn className="max-w-2xl">
      {linkKey === null ? <LinkEnded /> : <Invitation key={linkKey} linkKey={linkKey} />}
    </PageColumn>
  );
}

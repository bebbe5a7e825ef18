import type { WriteReviewRequest } from '@shop/contracts-catalog';
import { writeReview } from '@shop/contracts-catalog/routes';
import { api, getErrorMessage, useSingleFlight } from '@shop/web-kit';
import { Button, Field, FormError, Input, Textarea } from '@shop/web-ui';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { AttachedPhotos } from '../photo-upload/attached-photos.js';
import { StarChoice } from './star-choice.js';
import { type InvitedProduct, useReviewDraft } from './use-review-draft.js';

interface Props {
  /** Of the link in the email. */
  linkKey: string;
  product: InvitedProduct;
  firstName: string | null;
  onSent: (sent: WriteReviewRequest) => void;
}

/** A review of one product. An error keeps all that was written, and a reload too. */
export function ReviewForm({ linkKey, product, firstName, onSent }: Props) {
  const draft = useReviewDraft(linkKey, product, firstName);
  const { words, change, photos, errors, request } = draft;
  const [attempts, setAttempts] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);
  const send = useMutation({
    mutationFn: (body: WriteReviewRequest) => api.call(writeReview, { body }),
    onSuccess: (_, sent) => {
      draft.discardDraft();
      onSent(sent);
    },
  });
  const sendOnce = useSingleFlight(send);
  const { isPending, error } = send;
  const displayedErrors = attempts > 0 ? errors : {};
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (request) sendOnce(request);
    else setAttempts(attempts + 1);
  };
  const hasStoredPhoto = product.review?.hasPhoto === true && photos.length === 0;
  return (
    <form ref={form} noValidate aria-label={product.title} onSubmit={handleSubmit} className="grid gap-6">
      <StarChoice
        rating={words.rating}
        isPending={isPending}
        error={displayedErrors.rating}
        onChoose={(rating) => change({ rating })}
      />
      <Field label="Your review (optional)" hint="What do you like, and what not?" error={displayedErrors.text}>
        <Textarea
          rows={5}
          value={words.text}
          readOnly={isPending}
          onChange={({ currentTarget }) => change({ text: currentTarget.value })}
        />
      </Field>
      <Field label="Your name" hint="As others see it. A first name is enough." error={displayedErrors.name}>
        <Input
          autoComplete="given-name"
          value={words.name}
          readOnly={isPending}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
      </Field>
      <AttachedPhotos
        max={1}
        label="A photo (optional)"
        hint="PNG or JPEG. Everybody sees it with your review."
        inputLabel="Photo for your review"
        photos={photos}
        onAdd={draft.addPhoto}
        onRemove={draft.removePhoto}
        isPending={isPending}
        error={displayedErrors.photo}
      />
      {hasStoredPhoto && (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={draft.removesPhoto}
            onChange={({ currentTarget }) => draft.setRemovesPhoto(currentTarget.checked)}
            className="size-5 accent-primary"
          />
          Remove the photo that I sent before
        </label>
      )}
      <FormError message={error && getErrorMessage(error)} />
      <div>
        <Button type="submit" size="lg" disabledFocusable={isPending}>
          {isPending ? 'Sending...' : 'Send Review'}
        </Button>
      </div>
    </form>
  );
}

import type { AdminReview, Review, ReviewStatus } from '@shop/contracts-catalog';

/** A photo in art-svc, and who uploaded it. */
export interface ReviewPhoto {
  id: string;
  userId: string | null;
  guestId: string | null;
}

export interface ReviewRow {
  id: string;
  orderId: string;
  orderNumber: string;
  /** The account of the order. */
  userId: string | null;
  productId: string;
  rating: number;
  text: string;
  name: string;
  photo: ReviewPhoto | null;
  status: ReviewStatus;
  writtenAt: Date;
  version: number;
}

export type AdminReviewRow = ReviewRow & { productTitle: string };
export type PublicReviewRow = Pick<ReviewRow, 'id' | 'rating' | 'text' | 'name' | 'photo' | 'writtenAt'>;

/** `writtenAt` with microseconds, for the page cursor. */
export type Paged<Row> = Row & { keyAt: string };

export const toReview = ({ id, rating, text, name, photo, writtenAt }: PublicReviewRow): Review => ({
  id,
  rating,
  text,
  name,
  photoUrl: photo && `/media/${photo.id}`,
  writtenAt: writtenAt.toISOString(),
});

export const toAdminReview = (row: AdminReviewRow): AdminReview => {
  const { productId, productTitle, orderId, orderNumber, status, version } = row;
  return { ...toReview(row), productId, productTitle, orderId, orderNumber, status, version };
};

/** A question to the customer about an order, which is not printed until an admin goes on. */
import type { OrderQuestion as OrderQuestionView } from '@shop/contracts-order';

export interface OrderQuestion {
  id: string;
  text: string;
  askedAt: Date;
  answer: string | null;
  answeredAt: Date | null;
  /** Its hold stops the order from being printed. */
  isOpen: boolean;
}

export const toOrderQuestion = ({ id, text, askedAt, answer }: OrderQuestion): OrderQuestionView => ({
  id,
  text,
  askedAt: askedAt.toISOString(),
  answer,
});

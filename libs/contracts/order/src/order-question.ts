import * as z from 'zod/mini';

export const QUESTION_MAX = 1_000;
export const ANSWER_MAX = 2_000;

/** Body of `POST /api/admin/orders/{id}/questions`. */
export const askQuestionRequestSchema = z.object({
  question: z
    .string('Question is required')
    .check(
      z.trim(),
      z.minLength(1, 'Question is required'),
      z.maxLength(QUESTION_MAX, 'Please use at most 1,000 characters for the question'),
    ),
});

/** Message of an answer that comes too late. */
export const QUESTION_CLOSED = 'This question is no longer open. Please look at your order again.';

/** Body of `POST /api/orders/{orderId}/answer`. */
export const answerQuestionRequestSchema = z.object({
  questionId: z.uuid(),
  answer: z
    .string('Answer is required')
    .check(
      z.trim(),
      z.minLength(1, 'Answer is required'),
      z.maxLength(ANSWER_MAX, 'Please use at most 2,000 characters for the answer'),
    ),
});

/** What the shop asks about an order. The order is not printed while the question is open, also after the answer. */
export const orderQuestionSchema = z.object({
  id: z.uuid(),
  text: z.string(),
  askedAt: z.iso.datetime(),
  answer: z.nullable(z.string()),
});
export type OrderQuestion = z.infer<typeof orderQuestionSchema>;

/** A question as admins see it. `isOpen`: it stops the order from being printed. */
export const adminOrderQuestionSchema = z.extend(orderQuestionSchema, {
  answeredAt: z.nullable(z.iso.datetime()),
  isOpen: z.boolean(),
});
export type AdminOrderQuestion = z.infer<typeof adminOrderQuestionSchema>;

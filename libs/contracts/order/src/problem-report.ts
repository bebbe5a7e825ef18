import * as z from 'zod/mini';
import { orAbsent, readable } from '@shop/contracts-common';
import { itemQuantitiesSchema, problemKindSchema, problemPhotosSchema, reprintSchema } from './reprint.js';

const TEXT_MAX = 2_000;
const ANSWER_MAX = 2_000;

/** A customer reports a problem for this time after the delivery. */
export const REPORTABLE_DAYS = 30;

/** Message of a report that comes too early or too late. */
export const PROBLEM_NOT_REPORTABLE =
  'A problem can be reported while the order is on its way, and for 30 days after its delivery. Please write to us under Contact.';

/** Reports about one order. */
export const PROBLEM_REPORTS_MAX = 10;

/** Body of `POST /api/orders/{orderId}/problems`. */
export const reportProblemRequestSchema = z.object({
  kind: problemKindSchema,
  text: z
    .string('Please describe the problem')
    .check(
      z.trim(),
      z.minLength(1, 'Please describe the problem'),
      z.maxLength(TEXT_MAX, 'Please use at most 2,000 characters'),
    ),
  items: itemQuantitiesSchema,
  photos: problemPhotosSchema,
});
export type ReportProblemRequest = z.input<typeof reportProblemRequestSchema>;
export type ProblemDescription = z.output<typeof reportProblemRequestSchema>;

/** Body of `POST /api/admin/orders/{id}/problems/{reportId}/answer`. */
export const answerProblemRequestSchema = z.object({
  answer: z
    .string('Answer is required')
    .check(
      z.trim(),
      z.minLength(1, 'Answer is required'),
      z.maxLength(ANSWER_MAX, 'Please use at most 2,000 characters for the answer'),
    ),
});

/** `reprinted`: the items are sent again. */
export const PROBLEM_STATES = ['open', 'answered', 'reprinted'] as const;

/** What a customer reported about an order that was sent. */
export const problemReportSchema = z.object({
  id: z.uuid(),
  kind: problemKindSchema,
  text: z.string(),
  items: reprintSchema.shape.items,
  /** Paths of the customer's photos. */
  photoUrls: z.array(z.string()),
  reportedAt: z.iso.datetime(),
  state: z.enum(PROBLEM_STATES),
  answer: z.nullable(z.string()),
});
export type ProblemReport = z.infer<typeof problemReportSchema>;

/** The problems of an order, for its customer. */
export const orderProblemsSchema = z.object({
  canReport: z.boolean(),
  /** End of the time for reports; null: it is over, or has not begun. */
  reportableUntil: z.nullable(z.iso.datetime()),
  /** Newest first. */
  reports: z.array(problemReportSchema),
});
export type OrderProblems = z.infer<typeof orderProblemsSchema>;

export const problemReportReader = z.extend(readable(problemReportSchema), {
  photoUrls: z.catch(z.array(z.string()), []),
});
export type DisplayedProblemReport = z.output<typeof problemReportReader>;

export const orderProblemsReader = orAbsent(
  z.extend(readable(orderProblemsSchema), { reports: z.catch(z.array(problemReportReader), []) }),
);

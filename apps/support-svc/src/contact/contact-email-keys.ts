/** Idempotency keys of emails about contact requests. */
export const receiptEmailKey = (submissionId: string): string => `request-received/${submissionId}`;
export const replyEmailKey = (replyId: string): string => `request-answered/${replyId}`;

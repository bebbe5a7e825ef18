/** What makes a letter about a request that letter, however often it is handed in. */
export const receivedKey = (submissionId: string): string => `request-received/${submissionId}`;
export const answeredKey = (replyId: string): string => `request-answered/${replyId}`;

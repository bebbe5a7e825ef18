import { defineJob } from '@shop/jobs';

/** Sends one email of the outbox. Its key is the id of the email. */
export const sendEmail = defineJob<{ emailId: string }>('email.send', { timeoutMs: 300_000, concurrency: 10 });

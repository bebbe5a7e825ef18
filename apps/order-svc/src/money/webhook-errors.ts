import { WEBHOOK_ERROR_CODES } from '../payments/payment-provider.js';

/** The end of a sentence about a signed event, by the code of the error. */
const WEBHOOK_ERRORS: Readonly<Record<string, string>> = {
  [WEBHOOK_ERROR_CODES.unreadable]: 'that the shop could not read.',
  [WEBHOOK_ERROR_CODES['other-mode']]: 'of its other mode, test or live.',
  [WEBHOOK_ERROR_CODES['other-account']]: 'of another account.',
};

export const isWebhookError = (code: string): boolean => code in WEBHOOK_ERRORS;

/** `provider`: its name at the start of a sentence. */
export const describeWebhookError = (provider: string, code: string): string =>
  `${provider} sent a signed event ${WEBHOOK_ERRORS[code]} Nothing was changed. Please check the webhook endpoint there.`;

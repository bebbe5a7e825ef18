import { ApiError, UnexpectedResponseError } from '@shop/web-kit';

const NOT_OFFERED = [400, 404, 405, 501];

/**
 * Whether the error says that the server does not have this call. Servers may have only the calls of the spec's section
 * 7; some answer any other path with their start page.
 */
export const isMissingCall = (error: unknown): boolean =>
  error instanceof ApiError ? NOT_OFFERED.includes(error.status) : error instanceof UnexpectedResponseError;

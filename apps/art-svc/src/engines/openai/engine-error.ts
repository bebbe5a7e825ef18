import { DomainError } from '@shop/contracts-common';
import OpenAI from 'openai';
import { EngineOutage, type OutageReason } from '../engine-outage.js';

/**
 * Codes of the safety system: the documented one and its predecessor. They come with status 400, or as an event
 * within a stream.
 */
const MODERATION_CODES = new Set(['moderation_blocked', 'content_policy_violation']);

/** These come with 429 or 400, and waiting does not help. */
const BILLING_CODES = new Set(['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active']);

const RATE_LIMIT_CODES = new Set(['rate_limit_exceeded', 'tokens', 'requests']);

type ApiError = InstanceType<typeof OpenAI.APIError<number | undefined, Headers | undefined, object | undefined>>;

/** 408: timeout at the provider; 409: a lock there. The package's own retries include them. */
const TRANSIENT_STATUSES = new Set([408, 409]);

/**
 * Converts the error of a call: a rejection by the safety system becomes a DomainError of the kind `impossible`,
 * everything else an EngineOutage. Messages never contain the provider's text, which may have parts of the key or the
 * prompt.
 */
export function toEngineError(error: unknown): DomainError | EngineOutage {
  if (error instanceof EngineOutage) return error;
  if (!isApiError(error)) return toBrokenAnswer(error);
  if (MODERATION_CODES.has(error.code ?? ''))
    return new DomainError(
      'PHOTO_OR_PROMPT_DECLINED',
      'impossible',
      'The image service declined this photo or prompt.',
    );
  const reason = toOutageReason(error);
  return new EngineOutage(
    reason,
    toMessage(error),
    reason === 'rate-limited' || reason === 'provider-error' ? parseRetryAfterMs(error.headers) : null,
  );
}

const isApiError = (error: unknown): error is ApiError => error instanceof OpenAI.APIError;

/**
 * The response had started, or it would be an APIError: the connection broke (TypeError) or the body is no JSON
 * (SyntaxError).
 */
const toBrokenAnswer = (error: unknown): EngineOutage =>
  new EngineOutage('broken-answer', 'OpenAI’s response broke off or could not be read', null, { cause: error });

function toOutageReason({ status, code, constructor }: ApiError): OutageReason {
  if (BILLING_CODES.has(code ?? '')) return 'quota-spent';
  if (constructor === OpenAI.APIConnectionTimeoutError) return 'timed-out';
  if (constructor === OpenAI.APIConnectionError) return 'unreachable';
  if (status === 401 || status === 403) return 'key-refused';
  if (status === 404 || code === 'model_not_found') return 'model-unknown';
  if (status === 429 || RATE_LIMIT_CODES.has(code ?? '')) return 'rate-limited';
  // Without a status the error came within a stream, after the call was accepted.
  return status === undefined || status >= 500 || TRANSIENT_STATUSES.has(status) ? 'provider-error' : 'request-refused';
}

function toMessage({ status, code, type }: ApiError): string {
  const details = [status, code ?? type].filter(Boolean).join(' ');
  return details ? `OpenAI responded with ${details}` : 'OpenAI can’t be reached';
}

/**
 * Reads `retry-after-ms`, else `retry-after` in seconds or as a date (RFC 9110, 10.2.3); null without a valid value.
 */
export function parseRetryAfterMs(headers: Headers | undefined): number | null {
  const inMs = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (inMs >= 0) return inMs;
  const value = headers?.get('retry-after') ?? '';
  if (/^\d+(\.\d+)?$/.test(value.trim())) return Number(value) * 1_000;
  const until = Date.parse(value);
  return Number.isNaN(until) ? null : Math.max(0, until - Date.now());
}

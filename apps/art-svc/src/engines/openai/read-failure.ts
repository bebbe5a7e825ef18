import { DomainError } from '@shop/contracts/common';
import OpenAI from 'openai';
import { EngineOutage, type OutageReason } from '../engine-outage.js';

/** The safety system's codes: the documented one and its predecessor. They come with 400, or as an event within a stream. */
const DECLINED = new Set(['moderation_blocked', 'content_policy_violation']);

/** These come with 429 or 400, and no waiting helps. */
const UNPAID = new Set(['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active']);

const RATE_LIMITED = new Set(['rate_limit_exceeded', 'tokens', 'requests']);

type ApiError = InstanceType<typeof OpenAI.APIError<number | undefined, Headers | undefined, object | undefined>>;

/** 408: timed out at the other end; 409: a lock there. The package's own retries count these, too. */
const PASSING = new Set([408, 409]);

/**
 * What a failed call means: a DomainError of the kind `impossible` for a refusal by the safety system, else an EngineOutage. Its message never
 * repeats what the provider wrote, as that may hold parts of the key or of the prompt.
 */
export function readFailure(error: unknown): DomainError | EngineOutage {
  if (error instanceof EngineOutage) return error;
  if (!isApiError(error)) return brokenAnswer(error);
  if (DECLINED.has(error.code ?? ''))
    return new DomainError(
      'PHOTO_OR_PROMPT_DECLINED',
      'impossible',
      'The image service declined this photo or prompt.',
    );
  const reason = reasonOf(error);
  return new EngineOutage(
    reason,
    messageOf(error),
    reason === 'rate-limited' || reason === 'provider-error' ? retryAfterMsOf(error.headers) : null,
  );
}

const isApiError = (error: unknown): error is ApiError => error instanceof OpenAI.APIError;

/** The answer had begun, or it would be an APIError: the connection broke (TypeError) or it was no JSON (SyntaxError). */
const brokenAnswer = (error: unknown): EngineOutage =>
  new EngineOutage('broken-answer', 'OpenAI’s answer broke off or could not be read', null, { cause: error });

function reasonOf({ status, code, constructor }: ApiError): OutageReason {
  if (UNPAID.has(code ?? '')) return 'quota-spent';
  if (constructor === OpenAI.APIConnectionTimeoutError) return 'timed-out';
  if (constructor === OpenAI.APIConnectionError) return 'unreachable';
  if (status === 401 || status === 403) return 'key-refused';
  if (status === 404 || code === 'model_not_found') return 'model-unknown';
  if (status === 429 || RATE_LIMITED.has(code ?? '')) return 'rate-limited';
  // Without a status it came within a stream, after the call had been accepted.
  return status === undefined || status >= 500 || PASSING.has(status) ? 'provider-error' : 'request-refused';
}

function messageOf({ status, code, type }: ApiError): string {
  const said = [status, code ?? type].filter(Boolean).join(' ');
  return said ? `OpenAI answered ${said}` : 'OpenAI can’t be reached';
}

/** `retry-after-ms`, else `retry-after` in seconds or as a date (RFC 9110, 10.2.3); null where there is none to be understood. */
export function retryAfterMsOf(headers: Headers | undefined): number | null {
  const inMs = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (inMs >= 0) return inMs;
  const said = headers?.get('retry-after') ?? '';
  if (/^\d+(\.\d+)?$/.test(said.trim())) return Number(said) * 1_000;
  const until = Date.parse(said);
  return Number.isNaN(until) ? null : Math.max(0, until - Date.now());
}

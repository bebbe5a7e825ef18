import { isDomainError } from '@shop/contracts-common';
import OpenAI from 'openai';
import { EngineOutage } from '../engine-outage.js';
import { parseRetryAfterMs, toEngineError } from './engine-error.js';

const createApiError = (
  status: number | undefined,
  code: string | null,
  headers: Record<string, string> = {},
): Error =>
  status
    ? OpenAI.APIError.generate(
        status,
        { error: { code, type: null, message: 'secret words' } },
        undefined,
        new Headers(headers),
      )
    : new OpenAI.APIError(undefined, { code }, undefined, new Headers());

const getMeaning = (error: unknown): string => {
  const failure = toEngineError(error);
  return isDomainError(failure) ? failure.kind : failure.reason;
};

describe('toEngineError', () => {
  it.each([
    [400, 'moderation_blocked', 'impossible'],
    [undefined, 'moderation_blocked', 'impossible'],
    [400, 'content_policy_violation', 'impossible'],
    [400, 'invalid_value', 'request-refused'],
    [413, null, 'request-refused'],
    [401, 'invalid_api_key', 'key-refused'],
    [403, null, 'key-refused'],
    [404, 'model_not_found', 'model-unknown'],
    [400, 'model_not_found', 'model-unknown'],
    [429, 'insufficient_quota', 'quota-spent'],
    [400, 'billing_hard_limit_reached', 'quota-spent'],
    [429, 'rate_limit_exceeded', 'rate-limited'],
    [429, null, 'rate-limited'],
    [undefined, 'rate_limit_exceeded', 'rate-limited'],
    [408, null, 'provider-error'],
    [409, null, 'provider-error'],
    [500, null, 'provider-error'],
    [529, 'overloaded', 'provider-error'],
    [undefined, 'server_error', 'provider-error'],
  ])('%s %s: %s', (status, code, meaning) => {
    expect(getMeaning(createApiError(status, code))).toBe(meaning);
  });

  it('distinguishes an unreachable server from a broken response', () => {
    expect(getMeaning(new OpenAI.APIConnectionError({ message: 'fetch failed' }))).toBe('unreachable');
    expect(getMeaning(new OpenAI.APIConnectionTimeoutError())).toBe('timed-out');
    expect([new TypeError('terminated'), new SyntaxError('Unexpected end of JSON input')].map(getMeaning)).toEqual([
      'broken-answer',
      'broken-answer',
    ]);
  });

  it('returns an EngineOutage unchanged', () => {
    const outage = new EngineOutage('broken-answer', 'half a picture');
    expect(toEngineError(outage)).toBe(outage);
  });

  it('contains nothing that the provider wrote', () => {
    expect(toEngineError(createApiError(500, null)).message).toBe('OpenAI responded with 500');
    expect(toEngineError(createApiError(401, 'invalid_api_key')).message).toBe(
      'OpenAI responded with 401 invalid_api_key',
    );
  });

  it.each([
    [{ 'retry-after-ms': '1500', 'retry-after': '9' }, 1_500],
    [{ 'retry-after': '2.5' }, 2_500],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, null],
    [{}, null],
  ])('reads %j as a pause of %s ms', (headers, pauseMs) => {
    expect(parseRetryAfterMs(new Headers(headers as Record<string, string>))).toBe(pauseMs);
    expect(
      (toEngineError(createApiError(429, null, headers as Record<string, string>)) as EngineOutage).retryAfterMs,
    ).toBe(pauseMs);
  });
});

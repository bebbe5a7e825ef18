import { PROBLEM_STATUS, type DomainError } from '@shop/contracts/common';
import { assertOpenLongEnough, fillsHiddenField } from './spam.rules.js';

const getError = (openForMs: number | undefined): DomainError | undefined => {
  try {
    assertOpenLongEnough({ openForMs });
    return undefined;
  } catch (error) {
    return error as DomainError;
  }
};

describe('the signs of a bot', () => {
  it.each([
    ['https://spam.example', true],
    [' ', true],
    ['', false],
    [undefined, false],
  ])('treats %j in the hidden field as a bot: %s', (website, filled) => {
    expect(fillsHiddenField({ website })).toBe(filled);
  });

  it.each([undefined, 2000, 2000.5, 86_400_000])('accepts a form that was open for %s ms', (openForMs) => {
    expect(getError(openForMs)).toBeUndefined();
  });

  it.each([
    [0, 2],
    [999, 2],
    [1000, 1],
    [1999.9, 1],
  ])('rejects a form that was open for %s ms with 429 and a retry in %i s', (openForMs, seconds) => {
    const error = getError(openForMs);
    expect(error && PROBLEM_STATUS[error.kind]).toBe(429);
    expect(error?.options.retryAfterSeconds).toBe(seconds);
  });
});

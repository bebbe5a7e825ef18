import { PROBLEM_STATUS, type DomainError } from '@shop/contracts-common';
import { assertOpenLongEnough, readSpamSigns } from './spam.rules.js';

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
    ['filled-in', true],
    ['https://spam.example', true],
    ['', false],
    [undefined, false],
  ])('treats %j in the header of the hidden field as a bot: %s', (website, filled) => {
    expect(readSpamSigns(website, undefined).fillsHiddenField).toBe(filled);
  });

  it.each([
    ['0', 0],
    ['1999', 1999],
    ['86400000', 86_400_000],
    ['9'.repeat(400), Infinity],
    ['', undefined],
    ['-1', undefined],
    ['2.5', undefined],
    ['soon', undefined],
    ['5, 5', undefined],
    [undefined, undefined],
  ])('reads the time %j as %s ms', (openMs, openForMs) => {
    expect(readSpamSigns(undefined, openMs).openForMs).toBe(openForMs);
  });

  it.each([undefined, 2000, 86_400_000])('accepts a form that was open for %s ms', (openForMs) => {
    expect(getError(openForMs)).toBeUndefined();
  });

  it.each([
    [0, 2],
    [999, 2],
    [1000, 1],
    [1999, 1],
  ])('rejects a form that was open for %s ms with 429 and a retry in %i s', (openForMs, seconds) => {
    const error = getError(openForMs);
    expect(error && PROBLEM_STATUS[error.kind]).toBe(429);
    expect(error?.options.retryAfterSeconds).toBe(seconds);
  });
});

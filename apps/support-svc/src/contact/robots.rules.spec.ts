import { PROBLEM_STATUS, type DomainError } from '@shop/contracts/common';
import { assertUnhurried, fillsHiddenField } from './robots.rules.js';

const refusalOf = (openForMs: number | undefined): DomainError | undefined => {
  try {
    assertUnhurried({ openForMs });
    return undefined;
  } catch (error) {
    return error as DomainError;
  }
};

describe('the signs of a robot', () => {
  it.each([
    ['https://spam.example', true],
    [' ', true],
    ['', false],
    [undefined, false],
  ])('a hidden field that holds %j: %s', (website, filled) => {
    expect(fillsHiddenField({ website })).toBe(filled);
  });

  it.each([undefined, 2000, 2000.5, 86_400_000])('a form that was open for %s ms is a person’s', (openForMs) => {
    expect(refusalOf(openForMs)).toBeUndefined();
  });

  it.each([
    [0, 2],
    [999, 2],
    [1000, 1],
    [1999.9, 1],
  ])('a form that was open for %s ms is not yet: 429, again in %i s', (openForMs, seconds) => {
    const refusal = refusalOf(openForMs);
    expect(refusal && PROBLEM_STATUS[refusal.kind]).toBe(429);
    expect(refusal?.extra.retryAfterSeconds).toBe(seconds);
  });
});

import { isLinkValid, signLink } from './signed-links.js';

const SECRET = 'the secret under test';
const claim = { subject: 'order 1', expires: 1_000 };
const signature = signLink(SECRET, claim);

describe('signed links', () => {
  it('are valid until they expire', () => {
    expect(signature).toMatch(/^[\w-]{43}$/);
    expect(isLinkValid(SECRET, claim, signature, 999_999)).toBe(true);
    expect(isLinkValid(SECRET, claim, signature, 1_000_000)).toBe(false);
  });

  it('are valid during a rotation of the secret, and signed with its first value', () => {
    const rotating = 'the next secret under test, the secret under test';
    expect(isLinkValid(rotating, claim, signature, 0)).toBe(true);
    expect(signLink(rotating, claim)).toBe(signLink('the next secret under test', claim));
    expect(isLinkValid('the next secret under test', claim, signature, 0)).toBe(false);
  });

  it.each([
    ['for another subject', { subject: 'order 2', expires: 1_000 }, signature],
    ['for a later expiry', { subject: 'order 1', expires: 1_001 }, signature],
    ['without a signature', claim, ''],
    ['with half a signature', claim, signature.slice(0, 20)],
    ['with another signature', claim, signLink('another secret', claim)],
  ])('are invalid %s', (_, other, given) => {
    expect(isLinkValid(SECRET, other, given, 0)).toBe(false);
  });
});

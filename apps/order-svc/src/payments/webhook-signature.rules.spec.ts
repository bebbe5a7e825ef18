import { isSignedWebhook, signWebhook } from './webhook-signature.rules.js';

const SECRET = 'a secret of the sandbox';
const BODY = '{"id":"evt_1"}';
const NOW = 1_800_000_000;

describe('webhook signature', () => {
  it('is valid for the body that it signs', () => {
    expect(isSignedWebhook(SECRET, Buffer.from(BODY), signWebhook(SECRET, BODY, NOW), NOW)).toBe(true);
  });

  it('is invalid for a body with one changed byte', () => {
    expect(isSignedWebhook(SECRET, '{"id":"evt_2"}', signWebhook(SECRET, BODY, NOW), NOW)).toBe(false);
  });

  it('is invalid with another secret', () => {
    expect(isSignedWebhook('another secret', BODY, signWebhook(SECRET, BODY, NOW), NOW)).toBe(false);
  });

  it.each([300, -300])('is valid %d seconds off', (seconds) => {
    expect(isSignedWebhook(SECRET, BODY, signWebhook(SECRET, BODY, NOW), NOW + seconds)).toBe(true);
  });

  it.each([301, -301])('is invalid %d seconds off', (seconds) => {
    expect(isSignedWebhook(SECRET, BODY, signWebhook(SECRET, BODY, NOW), NOW + seconds)).toBe(false);
  });

  it('is invalid if only the timestamp is changed', () => {
    expect(isSignedWebhook(SECRET, BODY, signWebhook(SECRET, BODY, NOW).replace(`${NOW}`, `${NOW + 1}`), NOW)).toBe(
      false,
    );
  });

  it.each(['', 't=', 'v1=00', `t=${NOW}`, `t=${NOW},v1=`, `t=${NOW},v1=zz`, 't=x,v1=00', 'garbage'])(
    'is invalid with the header %j',
    (header) => {
      expect(isSignedWebhook(SECRET, BODY, header, NOW)).toBe(false);
    },
  );

  it('is valid beside the signature of a secret that is being replaced', () => {
    const [, old] = signWebhook('the old secret', BODY, NOW).split(',');
    expect(isSignedWebhook(SECRET, BODY, `${signWebhook(SECRET, BODY, NOW)},${old}`, NOW)).toBe(true);
  });
});

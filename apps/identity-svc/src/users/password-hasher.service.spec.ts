import { PasswordHasher } from './password-hasher.service.js';

const FLOOD = Array.from({ length: 20 }, (_, index) => `203.0.${index}.0/24`);

describe('a flood of sign-ins', () => {
  it('of one network is refused beyond ten at once, and takes the place of no other network', async () => {
    const hasher = new PasswordHasher({ RATE_LIMIT_ENABLED: true });
    const done: string[] = [];
    const verify = (network: string) => hasher.verify(network, undefined, 'wrong').then(() => done.push(network));
    const flood = Array.from({ length: 14 }, () => verify('flood'));
    await verify('owner');
    expect(done.filter((network) => network === 'flood').length).toBeLessThan(10);
    const outcomes = await Promise.allSettled(flood);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(outcomes.find((outcome) => outcome.status === 'rejected')).toMatchObject({
      reason: { kind: 'unavailable', message: expect.stringContaining('Please try again') },
    });
    await verify('flood');
  });

  it('of many networks lets another one wait for one turn of each at most', async () => {
    const hasher = new PasswordHasher({ RATE_LIMIT_ENABLED: true });
    let done = 0;
    const flood = FLOOD.flatMap((network) =>
      [1, 2, 3].map(() => hasher.verify(network, undefined, 'wrong').then(() => (done += 1))),
    );
    await hasher.verify('owner', undefined, 'wrong');
    expect(done).toBeLessThanOrEqual(FLOOD.length + 2);
    await Promise.all(flood);
    // Each hash takes a core for a while; the order is what counts, not the time.
  }, 60_000);
});

import { getSid, IdentityFixture, PASSWORD } from './identity-fixture.js';
import { Secret, TOTP } from 'otpauth';

let fixture: IdentityFixture;
beforeAll(async () => {
  fixture = await IdentityFixture.start({
    ADMIN_SECOND_FACTOR: 'required',
    ADMIN_EMAIL: 'ada@example.com',
    ADMIN_PASSWORD: PASSWORD,
  });
});
afterAll(() => fixture.close());

it('leaves an admin without a second factor the role user until it is set up', async () => {
  const answer = await fixture.login('ada@example.com');
  expect(answer.json()).toMatchObject({ role: 'user', secondFactor: 'missing' });
  const as = await fixture.getClaims(getSid(answer));
  expect(as.role).toBe('user');
  const setup = await fixture.service.call('POST', '/api/user/second-factor', { as, body: { password: PASSWORD } });
  const { secret } = setup.json<{ secret: string }>();
  const begun = await fixture.getClaims(getSid(setup));
  const body = { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() };
  const on = await fixture.service.call('POST', '/api/user/second-factor/turn-on', { as: begun, body });
  expect((await fixture.getClaims(getSid(on))).role).toBe('admin');
});

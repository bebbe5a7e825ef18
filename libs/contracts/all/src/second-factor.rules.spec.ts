import { needsSecondFactor } from '@shop/contracts-common/routes';
import { publicRoutes } from './index.js';

const toCall = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

describe('a session that was started by the password alone, of an account with a second factor', () => {
  it('may neither change nor export the account', () => {
    expect(publicRoutes.filter(needsSecondFactor).map(toCall).sort()).toEqual([
      'DELETE /api/user/sessions/:id',
      'GET /api/user/data',
      'POST /api/user/change-password',
      'POST /api/user/confirm-password',
      'POST /api/user/erase',
      'POST /api/user/second-factor',
      'POST /api/user/second-factor/recovery-codes',
      'POST /api/user/second-factor/turn-off',
      'POST /api/user/second-factor/turn-on',
      'POST /api/user/send-confirmation-link',
      'POST /api/user/sign-out-everywhere',
    ]);
  });

  it('may do what any customer may, sign out, and enter a code', () => {
    const open = publicRoutes.filter((route) => !needsSecondFactor(route)).map(toCall);
    expect(open).toEqual(
      expect.arrayContaining([
        'POST /api/login',
        'POST /api/logout',
        'GET /api/user',
        'POST /api/second-factor',
        'POST /api/cart',
        'POST /api/checkout/shipping',
        'GET /api/orders',
        'GET /api/designs',
      ]),
    );
  });
});

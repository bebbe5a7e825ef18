/** Calls of accounts, artworks and the contact form. */
import { toBenchId } from './scale-data.ts';
import {
  byAdmin,
  CONSTANT,
  FILES,
  orderIn,
  PASSWORD,
  register,
  UNKNOWN_ID,
  user,
  type Build,
} from './scale-samples.ts';

const byUser: Build = ({ run }) => ({ as: user(run) });
const personalData =
  (service: 'identity' | 'art' | 'order' | 'support'): Build =>
  ({ run }) => ({ path: '/internal/personal-data', as: user(run + 3), service });
/** Each reads the few rows of one admin by their key. */
const SECOND_FACTOR = 'reads rows of one admin by their primary key';
const contactRequest = (block: number, body?: object) =>
  byAdmin(({ run }) => ({ ids: [toBenchId(`request-${run + 1 + block * 20}`)], body }));

export const ACCOUNT_CALLS: Record<string, Build | string> = {
  // identity
  'POST /api/register': ({ run, orders }) => ({
    body: { email: `new-${run}-${orders}@bench.example.com`, password: PASSWORD },
  }),
  'POST /api/login': async (shop) => ({
    body: { email: (await register(shop, 'login')).email, password: PASSWORD },
  }),
  'GET /api/login': CONSTANT,
  'POST /api/logout': byUser,
  'GET /api/user': byUser,
  'POST /api/user/change-password': async (shop) => ({
    as: (await register(shop, 'change')).as,
    body: { currentPassword: PASSWORD, newPassword: `${PASSWORD} 2` },
  }),
  'POST /api/user/confirm-password': async (shop) => ({
    as: (await register(shop, 'confirm')).as,
    body: { password: PASSWORD },
  }),
  'POST /api/user/confirm-email with an unknown token': () => ({ body: { token: 'unknown' }, status: 400 }),
  'POST /api/user/send-confirmation-link': ({ run }) => ({ as: user(run + 60) }),
  'GET /api/user/sessions': byUser,
  'DELETE /api/user/sessions/:id of an ended session': ({ run }) => ({ as: user(run), ids: [UNKNOWN_ID], status: 404 }),
  'GET /api/user/second-factor': SECOND_FACTOR,
  'POST /api/user/second-factor': SECOND_FACTOR,
  'POST /api/user/second-factor/turn-on': SECOND_FACTOR,
  'POST /api/user/second-factor/turn-off': SECOND_FACTOR,
  'POST /api/user/second-factor/recovery-codes': SECOND_FACTOR,
  'POST /api/second-factor': SECOND_FACTOR,
  'POST /api/user/sign-out-everywhere': ({ run }) => ({ as: user(run + 20) }),
  'GET /api/user/data of identity-svc': personalData('identity'),
  'GET /api/user/data of art-svc': personalData('art'),
  'GET /api/user/data of order-svc': personalData('order'),
  'GET /api/user/data of support-svc': personalData('support'),
  'POST /api/user/erase': async (shop) => ({
    as: (await register(shop, 'erase')).as,
    body: { password: PASSWORD },
  }),
  'POST /api/forgot-password': ({ run }) => ({ body: { email: `user-${run + 40}@example.com` } }),
  'POST /api/reset-password with an unknown token': () => ({
    body: { token: 'unknown', password: PASSWORD },
    status: 400,
  }),
  'GET /api/admin/users': byAdmin(),
  'GET /api/admin/users that are admins': byAdmin(() => ({ query: '?role=admin' })),
  'POST /api/admin/users/search': byAdmin(({ run }) => ({ body: { words: `user-${run + 70}@example` } })),
  'GET /api/admin/users/:id': byAdmin(({ run }) => ({ ids: [toBenchId(`user-${run + 70}`)] })),
  'POST /api/admin/users/:id/end-sessions': byAdmin(({ run }) => ({ ids: [toBenchId(`user-${run + 70}`)] })),
  'POST /api/admin/users/:id/erase': byAdmin(async (shop) => ({
    ids: [(await register(shop, 'erase-by-admin')).as.userId],
  })),
  'PATCH /api/admin/users/:id/role of an unconfirmed address': byAdmin(({ run }) => ({
    ids: [toBenchId(`user-${run + 70}`)],
    body: { role: 'admin' },
    status: 422,
  })),

  // art
  'GET /api/styles': () => ({}),
  'GET /api/admin/styles': byAdmin(() => ({})),
  'PATCH /api/admin/styles/:key': byAdmin(({ run }) => ({ ids: ['modern'], body: { description: `Run ${run}` } })),
  'POST /api/admin/styles/:key/move': byAdmin(({ run }) => ({
    ids: ['modern'],
    body: run % 2 ? { after: 'abstract' } : { before: 'cyberpunk' },
  })),
  'POST /api/upload': FILES,
  'POST /api/generate': FILES,
  'GET /api/generate/:key/progress': 'a stream',
  'GET /api/generate/:key/partials/:number of an unknown artwork': ({ run }) => ({
    ids: [UNKNOWN_ID, '1'],
    as: user(run),
    status: 404,
  }),
  'GET /api/designs': ({ run }) => ({ as: user(run + 3) }),
  'GET /api/admin/users/:id/designs': byAdmin(({ run }) => ({ ids: [toBenchId(`user-${run + 3}`)] })),
  'GET /api/guest/designs': 'reads like GET /api/designs',
  'GET /api/print-files/:file': FILES,
  'GET /api/artworks/:id/share-links': ({ run }) => ({ as: user(run), ids: [UNKNOWN_ID], status: 404 }),
  'POST /api/artworks/:id/share-links': ({ run }) => ({ as: user(run), ids: [UNKNOWN_ID], status: 404 }),
  'DELETE /api/share-links/:id': ({ run }) => ({ as: user(run), ids: [UNKNOWN_ID], status: 404 }),
  'GET /api/shared-artworks/:token': () => ({ ids: ['00000000000000000000000000000000'], status: 404 }),
  'GET /media/shared/:token': FILES,
  'POST /api/artworks/:id/continue-links': ({ run }) => ({
    as: user(run),
    ids: [UNKNOWN_ID],
    body: { email: 'nobody@bench.example.com' },
    status: 404,
  }),
  'POST /api/continue-links/open with an unknown token': ({ run }) => ({
    as: user(run),
    body: { token: 'unknown' },
    status: 404,
  }),
  'GET /api/artworks/:id/source': ({ run }) => ({ as: user(run), ids: [UNKNOWN_ID], status: 404 }),
  'GET /api/artworks/:id': ({ run }) => ({ ids: [toBenchId(`artwork-${run + 3}`)] }),
  'GET /api/admin/print-files': byAdmin(() => ({ query: '?orders=PA-0000000000' })),
  'GET /api/admin/print-files.zip': byAdmin(() => ({ query: '?orders=PA-0000000000' })),
  'GET /api/admin/print-files/:id of an unknown print file': byAdmin(() => ({ ids: [UNKNOWN_ID], status: 404 })),
  'GET /media/:id of an unknown picture': () => ({ ids: [UNKNOWN_ID], status: 404 }),
  'GET /api/uploads/:id/cut-out of an unknown photo': ({ run }) => ({ ids: [UNKNOWN_ID], as: user(run), status: 404 }),
  'GET /api/uploads/:id/cut-outs/:cutOutId': FILES,
  'POST /api/uploads/:id/cut-outs': FILES,
  'GET /api/uploads/:id/previews/:styleKey': FILES,

  // support
  'POST /api/contact': ({ run }) => ({
    as: user(run),
    body: { name: 'Pat', email: `user-${run}@example.com`, subject: 'Question', message: 'Hello' },
  }),
  'GET /api/admin/orders/:id/emails': byAdmin((shop) => ({ ids: [orderIn('shipped', shop).id] })),
  'GET /api/admin/orders/:id/emails/:emailId': byAdmin(({ orders }) => ({
    ids: [toBenchId('order-0'), toBenchId(`email-${orders}`)],
  })),
  'GET /api/admin/refused-emails': byAdmin(),
  'GET /api/admin/owner-emails': byAdmin(),
  'PUT /api/admin/owner-emails': byAdmin(({ run }) => ({
    body: { recipients: ['owner@example.com'], orders: 'off', requests: 'off', dailyHour: run % 24 },
  })),
  'GET /api/admin/contact-submissions': byAdmin(),
  'GET /api/admin/contact-submissions that are archived': byAdmin(() => ({ query: '?status=archived' })),
  'POST /api/admin/contact-submissions/search': byAdmin(() => ({ body: { words: 'hello order' } })),
  'POST /api/admin/contact-submissions/search for an address': byAdmin(({ run }) => ({
    body: { words: `user-${run}@example.com`, email: `user-${run}@example.com` },
  })),
  'POST /api/admin/contact-submissions/search for no one': byAdmin(() => ({ body: { words: 'zyxwvut' } })),
  'GET /api/admin/contact-submissions of a user': byAdmin(({ run }) => ({
    query: `?userId=${toBenchId(`user-${run}`)}`,
  })),
  'GET /api/admin/contact-submissions/summary': byAdmin(),
  'GET /api/admin/contact-submissions/:id': contactRequest(0),
  'POST /api/admin/contact-submissions/:id/reply': contactRequest(1, { message: 'Hello' }),
  'PATCH /api/admin/contact-submissions/:id/status': contactRequest(2, { status: 'read' }),
  'GET /dev/mail': 'only in development',
  'GET /dev/mail/:file': 'only in development',
  'GET /dev/mail/:file/html': 'only in development',

  // between the services
  'POST /internal/sessions/resolve': ({ run }) => ({ body: { sid: `unknown-${run}`, openGuestSession: false } }),
  'POST /internal/sessions/resolve for a new guest': () => ({ body: { sid: null, openGuestSession: true } }),
};

/** Calls of accounts, artworks and the contact form. */
import { toBenchId } from './scale-data.ts';
import {
  admin,
  anybody,
  byAdmin,
  CONSTANT,
  FILES,
  PASSWORD,
  register,
  UNKNOWN_ID,
  user,
  type Entry,
  type Build,
} from './scale-samples.ts';

export const ACCOUNT_CALLS: Record<string, Entry> = {
  // identity
  'POST /api/register': {
    calls: {
      '': ({ run, orders }) => ({
        path: '/api/register',
        body: { email: `new-${run}-${orders}@bench.example.com`, password: PASSWORD },
      }),
    },
  },
  'POST /api/login': {
    calls: {
      '': async (shop) => ({
        path: '/api/login',
        body: { email: (await register(shop, 'login')).email, password: PASSWORD },
      }),
    },
  },
  'GET /api/login': { omitted: CONSTANT },
  'POST /api/logout': { calls: { '': ({ run }) => ({ path: '/api/logout', as: user(run) }) } },
  'GET /api/user': { calls: { '': ({ run }) => ({ path: '/api/user', as: user(run) }) } },
  'POST /api/user/change-password': {
    calls: {
      '': async (shop) => ({
        path: '/api/user/change-password',
        as: (await register(shop, 'change')).as,
        body: { currentPassword: PASSWORD, newPassword: `${PASSWORD} 2` },
      }),
    },
  },
  'POST /api/user/sign-out-everywhere': {
    calls: { '': ({ run }) => ({ path: '/api/user/sign-out-everywhere', as: user(run + 20) }) },
  },
  'GET /api/user/data': {
    calls: Object.fromEntries(
      (['identity', 'art', 'order', 'support'] as const).map((service): [string, Build] => [
        `of ${service}-svc`,
        ({ run }) => ({ path: '/internal/personal-data', as: user(run + 3), service }),
      ]),
    ),
  },
  'POST /api/user/erase': {
    calls: {
      '': async (shop) => ({
        path: '/api/user/erase',
        as: (await register(shop, 'erase')).as,
        body: { password: PASSWORD },
      }),
    },
  },
  'POST /api/forgot-password': {
    calls: { '': ({ run }) => ({ path: '/api/forgot-password', body: { email: `user-${run + 40}@example.com` } }) },
  },
  'POST /api/reset-password': {
    status: 400,
    calls: {
      'with an unknown token': () => ({ path: '/api/reset-password', body: { token: 'unknown', password: PASSWORD } }),
    },
  },

  // art
  'GET /api/styles': { calls: { '': anybody('/api/styles') } },
  'POST /api/upload': { omitted: FILES },
  'POST /api/generate': { omitted: FILES },
  'GET /api/generate/:key/progress': { omitted: 'a stream' },
  'GET /api/generate/:key/partials/:number': {
    status: 404,
    calls: {
      'of an unknown artwork': ({ run }) => ({ path: `/api/generate/${UNKNOWN_ID}/partials/1`, as: user(run) }),
    },
  },
  'GET /api/designs': { calls: { '': ({ run }) => ({ path: '/api/designs', as: user(run + 3) }) } },
  'GET /api/print-files/:file': { omitted: FILES },
  'GET /api/artworks/:id': {
    calls: { '': ({ run }) => ({ path: `/api/artworks/${toBenchId(`artwork-${run + 3}`)}` }) },
  },
  'GET /api/admin/print-files/:id': {
    status: 404,
    calls: { 'of an unknown print job': byAdmin(`/api/admin/print-files/${UNKNOWN_ID}`) },
  },
  'GET /media/:id': { status: 404, calls: { 'of an unknown picture': anybody(`/media/${UNKNOWN_ID}`) } },
  'GET /api/uploads/:id/cut-out': {
    status: 404,
    calls: { 'of an unknown photo': ({ run }) => ({ path: `/api/uploads/${UNKNOWN_ID}/cut-out`, as: user(run) }) },
  },
  'GET /api/uploads/:id/cut-outs/:cutOutId': { omitted: FILES },
  'POST /api/uploads/:id/cut-outs': { omitted: FILES },
  'GET /api/uploads/:id/previews/:styleKey': { omitted: FILES },

  // support
  'POST /api/contact': {
    calls: {
      '': ({ run }) => ({
        path: '/api/contact',
        as: user(run),
        body: { name: 'Pat', email: `user-${run}@example.com`, subject: 'Question', message: 'Hello' },
      }),
    },
  },
  'GET /api/admin/contact-submissions': {
    calls: {
      '': byAdmin('/api/admin/contact-submissions'),
      'that are archived': byAdmin('/api/admin/contact-submissions?status=archived'),
    },
  },
  'GET /api/admin/contact-submissions/summary': { calls: { '': byAdmin('/api/admin/contact-submissions/summary') } },
  'GET /api/admin/contact-submissions/:id': {
    calls: {
      '': ({ run }) => ({ path: `/api/admin/contact-submissions/${toBenchId(`request-${run + 1}`)}`, as: admin }),
    },
  },
  'POST /api/admin/contact-submissions/:id/reply': {
    calls: {
      '': ({ run }) => ({
        path: `/api/admin/contact-submissions/${toBenchId(`request-${run + 20}`)}/reply`,
        as: admin,
        body: { message: 'Hello' },
      }),
    },
  },
  'PATCH /api/admin/contact-submissions/:id/status': {
    calls: {
      '': ({ run }) => ({
        path: `/api/admin/contact-submissions/${toBenchId(`request-${run + 40}`)}/status`,
        as: admin,
        body: { status: 'read' },
      }),
    },
  },
  'GET /dev/mail': { omitted: 'only in development' },
  'GET /dev/mail/:file': { omitted: 'only in development' },
  'GET /dev/mail/:file/html': { omitted: 'only in development' },

  // between the services
  'POST /internal/sessions/resolve': {
    service: 'identity',
    calls: {
      '': ({ run }) => ({
        path: '/internal/sessions/resolve',
        body: { sid: `unknown-${run}`, openGuestSession: false },
      }),
      'for a new guest': () => ({ path: '/internal/sessions/resolve', body: { sid: null, openGuestSession: true } }),
    },
  },
};

import { BY_VERSION, type DocsOf, OUTDATED_VERSION, SAMPLE } from '@shop/contracts-common/docs';
import { MESSAGES } from '@shop/contracts-common';
import type * as routes from '../routes/admin-users.js';

const tag = 'Back office: users';
const withAccount = { given: ['an account'], params: { id: SAMPLE.user } } as const;
const unknown = { params: { id: SAMPLE.unknown }, status: 404, message: MESSAGES.notFound } as const;
const RECENT = {
  403: 'The sign-in is older than ten minutes (`SIGN_IN_NOT_RECENT`), or so is the code of the second factor (`SECOND_FACTOR_NOT_RECENT`)',
} as const;

export const adminUserDocs: DocsOf<typeof routes> = {
  listUsers: {
    tag,
    summary: 'List the accounts',
    description: 'With those that are being erased: they have a `closedAt`.',
    answer: 'Newest first',
    examples: [
      { name: 'lists accounts in pages', given: ['an account'], query: { limit: '1' }, status: 200 },
      { name: 'lists the admins', query: { role: 'admin' }, status: 200 },
      { name: 'refuses an unknown role', query: { role: 'boss' }, status: 400, message: 'Role must be user or admin' },
    ],
  },
  searchUsers: {
    tag,
    repeated: 'the same list',
    concurrent: 'each gets the list',
    summary: 'Find accounts by name or email',
    description: 'As `POST /api/admin/orders/search`.',
    answer: 'Newest first',
    examples: [
      { name: 'finds an account by its email', given: ['an account'], body: { words: SAMPLE.email }, status: 200 },
      {
        name: 'refuses to look for nothing',
        body: { words: '…' },
        status: 400,
        message: 'Please enter what to look for',
      },
    ],
  },
  getUser: {
    tag,
    summary: 'One account, and where it is signed in',
    description: 'At most 100 sessions, the last used first, and at most 500 changes by admins in the timeline.',
    answer: 'The account',
    examples: [
      { name: 'returns the account', ...withAccount, status: 200 },
      { name: 'does not find an unknown id', ...unknown },
    ],
  },
  endSessionsOfUser: {
    tag,
    repeated: 'nothing changes',
    concurrent: 'the first ends the sessions, the second finds none',
    summary: 'Sign a user out everywhere',
    description: 'Guests, who have not signed in, are not affected. Own sessions are ended in the profile.',
    answer: 'The account, with all its sessions ended, on every gateway within a second',
    errors: { 422: 'It is the own account' },
    examples: [
      { name: 'ends the sessions', ...withAccount, status: 200 },
      { name: 'does not find an unknown id', ...unknown },
    ],
  },
  eraseUser: {
    tag,
    repeated: 'nothing changes: the erasure goes on',
    concurrent: 'one erasure',
    summary: 'Delete the account of a user who has asked for it',
    description:
      'As `POST /api/user/erase`: the account is closed at once, then all services delete its personal data, and an email to the user confirms it. It cannot be undone. An admin has to lose the role first.',
    answer: 'The account, closed; the deletion follows',
    errors: { ...RECENT, 422: 'It is the own account, or an admin’s' },
    examples: [
      { name: 'closes the account', ...withAccount, status: 202 },
      { name: 'does not find an unknown id', ...unknown },
    ],
  },
  changeUserRole: {
    tag,
    concurrent: BY_VERSION,
    summary: 'Make a user an admin, change what an admin may do, or take the role away',
    description:
      'The sessions of the account end, and all admins get an email. Only an account whose address is confirmed becomes an admin. No one changes the own role, so one admin always stays.',
    answer: 'The account as it is now',
    errors: { ...RECENT, 409: 'The account is being deleted', 422: 'It is the own account' },
    examples: [
      {
        name: 'changes nothing for who has the role',
        ...withAccount,
        body: { role: 'user' },
        status: 200,
        changesNothing: true,
      },
      {
        name: 'refuses an account whose address no one has confirmed',
        ...withAccount,
        body: { role: 'admin', permissions: ['refund'] },
        status: 422,
        message:
          'No one has confirmed the address of this account, so anyone may have made it. Its owner opens the link in the email of the registration first.',
      },
      {
        name: 'refuses a change that was decided on another role',
        ...withAccount,
        ...OUTDATED_VERSION,
        body: { role: 'user' },
        message: 'Someone else has changed this account in between. Please look at it again.',
      },
      {
        name: 'refuses an unknown role',
        ...withAccount,
        body: { role: 'boss' },
        status: 400,
        message: 'Role must be user or admin',
      },
      { name: 'does not find an unknown id', ...unknown, body: { role: 'user' } },
    ],
  },
};

import type * as account from '../routes/account.js';
import type * as identity from '../routes/identity.js';
import type * as secondFactor from '../routes/second-factor.js';
import { CONFIRMATION_LINK_INVALID, RESET_LINK_INVALID } from '../index.js';
import { type DocsOf, SAMPLE, BY_KEY } from '@shop/contracts-common/docs';

const tag = 'Accounts';
const { email, password } = SAMPLE;
const CREDENTIALS_INVALID = 'Invalid email or password';

export const identityDocs: DocsOf<typeof identity & typeof account & typeof secondFactor> = {
  register: {
    tag,
    repeated: BY_KEY,
    summary: 'Register and sign in',
    description: 'The cart, uploads, artworks and orders of the guest session are transferred to the account, once.',
    answer: 'The user, signed in by the session cookie',
    errors: { 429: 'Too many attempts from this address' },
    examples: [
      { name: 'creates an account', body: { email, password, firstName: 'Pat', lastName: 'Doe' }, status: 201 },
      { name: 'requires no name', body: { email, password }, status: 201 },
      {
        name: 'refuses one of the most common passwords',
        body: { email, password: 'password1' },
        status: 400,
        message: 'This password is one of the most common ones. Please choose another one.',
      },
      {
        name: 'refuses an email that has an account',
        given: ['an account'],
        body: { email, password },
        status: 409,
        message: 'An account with this email already exists',
      },
      {
        name: 'refuses an invalid email',
        body: { email: 'pat', password },
        status: 400,
        message: 'Invalid email address',
      },
      {
        name: 'refuses a short password',
        body: { email, password: 'short' },
        status: 400,
        message: 'Password must be at least 8 characters',
      },
    ],
  },
  signIn: {
    tag,
    repeated: 'signs in again; the session of the lost answer expires unused',
    summary: 'Sign in',
    answer: 'The user, signed in by a new session cookie',
    errors: { 429: 'Too many attempts at this account, or from this address' },
    examples: [
      { name: 'signs in', given: ['an account'], body: { email, password }, status: 200 },
      {
        name: 'refuses a wrong password',
        given: ['an account'],
        body: { email, password: 'not the one' },
        status: 401,
        message: CREDENTIALS_INVALID,
      },
      {
        name: 'refuses an unknown account with the same message',
        body: { email, password },
        status: 401,
        message: CREDENTIALS_INVALID,
      },
      {
        name: 'refuses an empty password',
        body: { email, password: '' },
        status: 400,
        message: 'Password is required',
      },
      {
        name: 'refuses an invalid email',
        body: { email: 'pat', password },
        status: 400,
        message: 'Invalid email address',
      },
    ],
  },
  checkSignIn: {
    tag,
    summary: 'Redirect to the sign-in page',
    answer: 'To `/auth`',
    examples: [{ name: 'redirects to the page', status: 302 }],
  },
  signOut: {
    tag,
    repeated: 'nothing changes',
    summary: 'Sign out',
    answer: 'The session has ended, on every gateway within a second',
    examples: [
      { name: 'ends the session', as: 'a customer', status: 204 },
      { name: 'succeeds without a session', as: 'anonymous', status: 204 },
    ],
  },
  getCurrentUser: {
    tag,
    summary: 'Current user',
    answer: 'The user',
    examples: [{ name: 'returns the current user', status: 200 }],
  },
  changePassword: {
    tag,
    repeated: BY_KEY,
    summary: 'Change the password',
    description: "The user's other sessions end, and this one gets a new cookie.",
    answer: 'Changed; an empty object',
    errors: { 429: 'Too many wrong passwords for this account, or attempts from this address' },
    examples: [
      {
        name: 'changes the password',
        body: { currentPassword: password, newPassword: 'another fine one' },
        status: 200,
      },
      {
        name: 'refuses a wrong current password',
        body: { currentPassword: 'not the one', newPassword: 'another fine one' },
        status: 400,
        message: 'Current password is incorrect',
      },
      {
        name: 'refuses a short new password',
        body: { currentPassword: password, newPassword: 'short' },
        status: 400,
        message: 'Password must be at least 8 characters',
      },
    ],
  },
  confirmEmail: {
    tag,
    repeated: 'nothing changes, and it succeeds again until the link expires',
    summary: 'Confirm an email address by a link',
    description:
      'The registration sends a link, which is valid for 7 days. A used link to reset the password confirms too.',
    answer: 'Confirmed',
    errors: { 429: 'Too many attempts from this address' },
    examples: [
      {
        name: 'confirms the address, also a second time',
        given: ['a used confirmation link'],
        body: { token: SAMPLE.confirmationToken },
        status: 204,
      },
      {
        name: 'refuses an unknown link',
        body: { token: 'made up' },
        status: 400,
        message: CONFIRMATION_LINK_INVALID,
      },
    ],
  },
  sendConfirmationLink: {
    tag,
    repeated: 'sends one more email; the links of all of them are valid',
    summary: 'Send the link that confirms the address again',
    answer: 'Sent',
    errors: {
      409: 'The address is confirmed already',
      429: 'Too many links for this account, or attempts from this address',
    },
    examples: [{ name: 'sends a link', status: 204 }],
  },
  listUserSessions: {
    tag,
    summary: 'Where the current user is signed in',
    description: 'The last used first, at most 100. `lastUsedOn` is a day.',
    answer: 'The sessions',
    examples: [{ name: 'lists the sessions of the account', status: 200 }],
  },
  endUserSession: {
    tag,
    summary: 'End one session of the current user',
    description: 'Its streams end within a second, on every gateway. The session of the call itself may be ended, too.',
    answer: 'The session has ended',
    examples: [
      { name: 'ends a session', given: ['a session'], params: { id: SAMPLE.session }, status: 204 },
      {
        name: 'does not find an unknown id, and no session of another account',
        params: { id: SAMPLE.unknown },
        status: 404,
        message: 'Not found',
      },
    ],
  },
  signOutEverywhere: {
    tag,
    repeated: '401: the first call has ended this session, too',
    summary: 'End all sessions of the current user',
    answer: 'All sessions have ended, including this one',
    examples: [{ name: 'ends all sessions', status: 204 }],
  },
  confirmPassword: {
    tag,
    repeated: '401: the first call has replaced this session',
    summary: 'Confirm the password of the current user',
    description: 'Counts as a sign-in, for calls that need a recent one. The session gets a new cookie.',
    answer: 'Confirmed',
    errors: { 429: 'Too many wrong passwords for this account, or attempts from this address' },
    examples: [
      { name: 'confirms the password', body: { password }, status: 204 },
      {
        name: 'refuses a wrong password',
        body: { password: 'not the one' },
        status: 400,
        message: 'Current password is incorrect',
      },
    ],
  },
  exportPersonalData: {
    tag,
    summary: 'Export all data of the current user',
    description: 'Needs a sign-in of the last ten minutes, or `POST /api/user/confirm-password`.',
    answer: 'A zip file with a folder for each service',
    errors: {
      403: 'The sign-in is older than ten minutes (`SIGN_IN_NOT_RECENT`)',
      429: 'Requested too often',
      503: 'A service is down; there are no partial exports',
    },
    examples: [{ name: 'downloads a zip file', given: ['an artwork'], status: 200 }],
  },
  eraseAccount: {
    tag,
    repeated: '401: the first call has ended this session',
    summary: 'Delete the account',
    description:
      'The account is closed at once; then all services delete its personal data. Orders stay without personal data.',
    answer: 'Closed; the deletion follows, with a confirmation by email',
    errors: {
      403: 'An admin with a second factor has entered no code in the last ten minutes (`SECOND_FACTOR_NOT_RECENT`)',
      409: 'The last admin cannot delete the account',
      429: 'Too many wrong passwords for this account, or attempts from this address',
    },
    examples: [
      { name: 'closes the account', body: { password }, status: 202 },
      {
        name: 'refuses a wrong password',
        body: { password: 'not the one' },
        status: 400,
        message: 'Current password is incorrect',
      },
    ],
  },
  enterSecondFactor: {
    tag,
    repeated: '401: the first call has replaced this session',
    summary: 'Enter a code of the second factor',
    description:
      'Of the authenticator app, or a recovery code. Until then the session of an admin with a second factor has the role `user`, `secondFactor` of the user is `asked`, and calls that change or export the account are refused (`SECOND_FACTOR_NOT_RECENT`). A code counts for 12 hours at most. Exports, large refunds and the erasure of the account ask again after ten minutes. The session gets a new cookie.',
    answer: 'The user, now with the role `admin`',
    errors: {
      400: 'The code is wrong, or was used before',
      429: 'Five wrong codes for this account within 15 minutes; recovery codes are taken all the same',
    },
    examples: [
      { name: 'refuses a caller without a second factor', body: { code: '123456' }, status: 409 },
      { name: 'refuses an empty code', body: { code: ' ' }, status: 400, message: 'Please enter the code' },
    ],
  },
  getSecondFactor: {
    tag,
    summary: 'Second factor of the current user',
    answer: 'Whether it is on, whether a code was entered recently, and how many recovery codes are left',
    examples: [{ name: 'is off at first', as: 'an admin', status: 200 }],
  },
  beginSecondFactor: {
    tag,
    repeated: 'a new secret replaces the one before',
    summary: 'Begin to set up a second factor',
    description: 'For admins. The secret counts after `POST /api/user/second-factor/turn-on`, within an hour.',
    answer: 'The secret for an authenticator app',
    errors: {
      409: 'The second factor is on already',
      429: 'Too many wrong passwords for this account, or attempts from this address',
    },
    examples: [
      {
        name: 'refuses a wrong password',
        as: 'an admin',
        body: { password: 'not the one' },
        status: 400,
        message: 'Current password is incorrect',
      },
      { name: 'refuses customers', body: { password }, status: 403 },
    ],
  },
  turnOnSecondFactor: {
    tag,
    repeated: '401: the first call has replaced this session; its recovery codes can be renewed',
    summary: 'Turn the second factor on',
    description: "The user's other sessions end, and this one gets a new cookie.",
    answer: 'Ten recovery codes, which are not shown again',
    errors: { 400: 'The code is wrong', 429: 'Five wrong codes for this account within 15 minutes' },
    examples: [{ name: 'needs a secret first', as: 'an admin', body: { code: '123456' }, status: 409 }],
  },
  renewRecoveryCodes: {
    tag,
    repeated: '400: the code was used by the first call',
    summary: 'Make new recovery codes',
    description: 'Those before no longer work. The owner gets an email.',
    answer: 'Ten recovery codes, which are not shown again',
    errors: {
      400: 'The code is wrong, or was used before',
      429: 'Too many wrong codes or passwords for this account, or attempts from this address',
    },
    examples: [
      { name: 'refuses a caller without a second factor', body: { code: '123456', password }, status: 409 },
      {
        name: 'refuses a wrong password',
        body: { code: '123456', password: 'not the one' },
        status: 400,
        message: 'Current password is incorrect',
      },
    ],
  },
  turnOffSecondFactor: {
    tag,
    repeated: '401: the first call has replaced this session',
    summary: 'Turn the second factor off',
    description: "The user's other sessions end, and this one gets a new cookie.",
    answer: 'Turned off',
    errors: {
      400: 'The code is wrong, or was used before',
      429: 'Too many wrong codes or passwords for this account, or attempts from this address',
    },
    examples: [
      {
        name: 'refuses a wrong password',
        body: { code: '123456', password: 'not the one' },
        status: 400,
        message: 'Current password is incorrect',
      },
    ],
  },
  requestPasswordReset: {
    tag,
    repeated: 'sends one more email, whose link replaces the one before',
    summary: 'Request a link to reset the password',
    description: 'The answer and its duration do not reveal whether the account exists.',
    answer: 'An empty object',
    errors: { 429: 'Too many attempts for this account, or from this address' },
    examples: [
      { name: 'sends a link', given: ['an account'], body: { email }, status: 200 },
      { name: 'answers the same for an unknown account', body: { email }, status: 200 },
      {
        name: 'refuses an invalid email',
        body: { email: 'pat' },
        status: 400,
        message: 'Invalid email address',
      },
    ],
  },
  resetPassword: {
    tag,
    repeated: BY_KEY,
    summary: 'Reset the password by a link',
    description: 'A link works once and expires after an hour. All sessions of the user end.',
    answer: 'Set; an empty object',
    errors: { 429: 'Too many attempts from this address' },
    examples: [
      {
        name: 'sets the password',
        given: ['a reset link'],
        body: { token: SAMPLE.resetToken, password: 'another fine one' },
        status: 200,
      },
      {
        name: 'refuses a link that was used',
        given: ['a used reset link'],
        body: { token: SAMPLE.resetToken, password: 'another fine one' },
        status: 400,
        message: RESET_LINK_INVALID,
      },
      {
        name: 'refuses an unknown link',
        body: { token: 'made up', password: 'another fine one' },
        status: 400,
        message: RESET_LINK_INVALID,
      },
      {
        name: 'refuses a short password',
        given: ['a reset link'],
        body: { token: SAMPLE.resetToken, password: 'short' },
        status: 400,
        message: 'Password must be at least 8 characters',
      },
    ],
  },
};

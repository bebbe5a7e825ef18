import { BRAND } from '@shop/contracts-common';
import type { Content, EmailDocument } from '../email-document.js';
import type { EmailProps } from '../email-props.js';
import type { ShopLinks } from '../shop-links.js';
import { formatDateTime, getGreeting } from './account.emails.js';

const REASON = `You get this email because your account is an admin of ${BRAND}, or was until now.`;

const describePermissions = (permissions: readonly string[]): string => {
  const can = [
    ...(permissions.includes('refund') ? ['give money back'] : []),
    ...(permissions.includes('export') ? ['download lists of customers'] : []),
  ];
  return can.length > 0 ? `may ${can.join(' and ')}` : 'may neither give money back nor download lists of customers';
};

export const adminSignIn = (
  { firstName, email, at, browser, network }: EmailProps['admin-sign-in'],
  shop: ShopLinks,
): EmailDocument => ({
  subject: 'Someone signed in to your admin account with a new browser',
  preheader: 'If that was you, all is well. If not, please act now.',
  heading: 'A new browser signed in',
  blocks: [
    { kind: 'text', content: getGreeting(firstName) },
    {
      kind: 'text',
      content:
        'Someone entered the password of your admin account in a browser that had not signed in before, or whose cookies were deleted.',
    },
    {
      kind: 'details',
      rows: [
        ['When', formatDateTime(at)],
        ['Browser', browser ?? 'Unknown'],
        ...(network === 'unknown' ? [] : [['Network', network] as const]),
      ],
    },
    {
      kind: 'text',
      content:
        'If that was you, nothing has to be done. If it was not, please choose a new password now: that signs everybody else out.',
    },
    { kind: 'button', label: 'It was not me', href: shop.getUrl('/forgot-password') },
    {
      kind: 'note',
      content: [
        'Please also tell the operator of the shop. ',
        { strong: `npm run admin -- sign-out ${email}` },
        ' ends all of your sessions at once.',
      ],
    },
  ],
  reason: REASON,
});

type AdminChange = EmailProps['admin-rights']['change'];

const TITLES: Readonly<Record<AdminChange, (email: string) => string>> = {
  granted: (email) => `${email} is an admin now`,
  revoked: (email) => `${email} is no admin any more`,
  'permissions-changed': (email) => `What ${email} may do was changed`,
};

function describeChange({ change, permissions }: EmailProps['admin-rights']): string {
  switch (change) {
    case 'granted':
      return ` was made an admin of ${BRAND}, and ${describePermissions(permissions)}.`;
    case 'revoked':
      return ` is an ordinary account of ${BRAND} again.`;
    case 'permissions-changed':
      return ` is an admin of ${BRAND} as before, and now ${describePermissions(permissions)}.`;
  }
}

export function adminRights(props: EmailProps['admin-rights']): EmailDocument {
  const { firstName, email, at, change, by } = props;
  const title = TITLES[change](email);
  const sentence: Content = [{ strong: email }, describeChange(props)];
  return {
    subject: title,
    preheader: 'All admins get this email.',
    heading: title,
    blocks: [
      { kind: 'text', content: getGreeting(firstName) },
      { kind: 'text', content: sentence },
      {
        kind: 'details',
        rows: [
          ['When', formatDateTime(at)],
          [
            'By',
            by === undefined ? 'a command of npm run admin on the server' : (by ?? 'an admin, in the back office'),
          ],
        ],
      },
      {
        kind: 'text',
        content:
          change === 'revoked'
            ? 'If you did not expect this, please ask the operator of the shop.'
            : 'If you did not expect this, please ask the operator of the shop at once. This command takes the role again, and ends all sessions of the account:',
      },
      ...(change === 'revoked'
        ? []
        : [{ kind: 'note' as const, content: { strong: `npm run admin -- revoke ${email}` } }]),
    ],
    reason: REASON,
  };
}

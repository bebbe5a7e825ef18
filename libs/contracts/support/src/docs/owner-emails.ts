import type * as routes from '../routes/owner-emails.js';
import { BY_VERSION, type DocsOf, OUTDATED_VERSION } from '@shop/contracts-common/docs';
import { OWNER_EMAILS_STALE } from '../index.js';

const tag = 'Back office: settings';
const settings = { recipients: ['owner@example.com'], orders: 'daily', requests: 'at-once', dailyHour: 8 } as const;

export const ownerEmailsDocs: DocsOf<typeof routes> = {
  getOwnerEmails: {
    tag,
    summary: 'Who gets emails about new orders and requests',
    answer: 'The settings; at first no one gets any',
    examples: [{ name: 'returns the settings', status: 200 }],
  },
  changeOwnerEmails: {
    tag,
    concurrent: BY_VERSION,
    summary: 'Change who gets emails about new orders and requests',
    description:
      'At once: one email for each paid order and each request; after ten within ten minutes, further ones come together. Daily: one email with what came before the shop’s midnight, none on a day without any.',
    answer: 'The settings as they are now',
    examples: [
      { name: 'chooses daily emails about orders', body: settings, status: 200 },
      {
        name: 'refuses what was decided on another version',
        body: { ...settings, dailyHour: 9 },
        ...OUTDATED_VERSION,
        message: OWNER_EMAILS_STALE,
      },
      {
        name: 'requires an address',
        body: { ...settings, recipients: [] },
        status: 400,
        message: 'Please enter who gets the emails',
      },
      {
        name: 'refuses what is no address',
        body: { ...settings, recipients: ['owner'] },
        status: 400,
        message: 'Invalid email address',
      },
    ],
  },
};

import { BY_VERSION, type DocsOf, OUTDATED_VERSION } from '@shop/contracts-common/docs';
import type * as adminRoutes from '../routes/admin-shop.js';
import type * as routes from '../routes/shop.js';
import { SHOP_STALE } from '../shop-settings.js';

const tag = 'Back office: settings';
const seller = {
  name: 'Paws & Prints Ltd',
  address: '12 Elm Street\nSpringfield, IL 62704',
  registration: '',
  vatId: '',
  responsiblePerson: 'Pat Doe',
  email: 'hello@example.com',
  phone: '',
  legalText: '',
};

export const shopDocs: DocsOf<typeof routes> = {
  getShop: {
    tag: 'Shop',
    summary: 'What everybody may know of the shop',
    description:
      'Seller, carriers, time zone, production and transit times in business days, the holiday while it lasts, and the days on which nothing leaves. May be cached for a minute; a call with the `ETag` in `If-None-Match` gets 304.',
    answer: 'The settings, or their defaults: an empty seller, UTC and the usual carriers',
    examples: [{ name: 'needs no session', as: 'anonymous', status: 200 }],
  },
};

export const adminShopDocs: DocsOf<typeof adminRoutes> = {
  getAdminShop: {
    tag,
    summary: 'The settings of the shop',
    answer: 'All settings; `version` 0: none were saved',
    examples: [{ name: 'returns the settings', status: 200 }],
  },
  changeShop: {
    tag,
    concurrent: BY_VERSION,
    summary: 'Change the settings of the shop',
    description:
      'Parts that the body lacks stay as they are. `If-Match` is refused if someone else has changed one of the sent parts since that version.',
    answer: 'All settings',
    examples: [
      { name: 'names the seller', body: { seller }, status: 200 },
      {
        name: 'refuses what was decided on another version',
        body: { timeZone: 'Asia/Tokyo' },
        ...OUTDATED_VERSION,
        message: SHOP_STALE,
      },
      {
        name: 'refuses an unknown time zone',
        body: { timeZone: 'Springfield' },
        status: 400,
        message: 'Please choose a time zone, such as Europe/Berlin',
      },
      {
        name: 'refuses a tracking page that is not encrypted',
        body: { carriers: [{ name: 'Post', trackingUrl: 'http://post.example/{number}' }] },
        status: 400,
        message:
          'The tracking address must start with https:// and have the number’s placeholder after the site’s name',
      },
      {
        name: 'refuses an unknown placeholder',
        body: { replyTemplates: [{ title: 'Thanks', text: 'Dear {customer}' }] },
        status: 400,
        message: 'A text can have the placeholders of a name and an order only',
      },
    ],
  },
};

import { defineEvent } from '@shop/contracts-common';
import * as z from 'zod/mini';
import { storedShopSettingsSchema } from './shop.js';

export const shopSettingsChanged = defineEvent(
  'shop.settings-changed',
  'order-svc',
  { readBy: ['support-svc'] },
  'An admin has changed the settings of the shop. Contains all of them but the templates of replies.',
  z.extend(z.omit(storedShopSettingsSchema, { replyTemplates: true }), { version: z.int() }),
);

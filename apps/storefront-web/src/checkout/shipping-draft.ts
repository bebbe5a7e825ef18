import { DEFAULT_COUNTRY, type ShippingAddress } from '@shop/contracts/order';
import * as z from 'zod/mini';
import { saveDraft, readDraft } from '../draft.js';

const NAME = 'shipping';

/** Looser than the contract, so that an incomplete address is stored as well. */
const draftSchema = z.object({
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
});

const EMPTY_ADDRESS: ShippingAddress = {
  name: '',
  address: '',
  city: '',
  state: '',
  zip: '',
  country: DEFAULT_COUNTRY,
};

export const readAddressDraft = (): ShippingAddress => readDraft(NAME, draftSchema) ?? EMPTY_ADDRESS;
export const saveAddressDraft = (address: ShippingAddress): void => saveDraft(NAME, address);

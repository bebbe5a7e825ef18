import { testIdentityKeys } from '@shop/testing';

/** The configuration of a production without a printer. */
export const PRODUCTION_BY_HAND = {
  NODE_ENV: 'production',
  PRINTFUL_API_KEY: '',
  GATEWAY_PUBLIC_KEY: testIdentityKeys.publicPem, // any key
  ALLOW_SANDBOX_PAYMENTS: 'true',
  ORDER_LINK_SECRET: 'the secret of the links under test',
};

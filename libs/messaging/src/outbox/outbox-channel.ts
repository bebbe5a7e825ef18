/** NOTIFY channel within a service's database. */
export const OUTBOX_CHANNEL = 'shop_outbox';

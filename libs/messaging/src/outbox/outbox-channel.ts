/** NOTIFY channel within a service's database: there are unsent events. */
export const OUTBOX_CHANNEL = 'shop_outbox';

/** The sandbox's cards (D25), as the provider names them; any later expiry and any CVC go with them. */
export const TEST_CARDS = [
  { number: '4242 4242 4242 4242', outcome: 'is accepted' },
  { number: '4000 0000 0000 0002', outcome: 'is declined' },
  { number: '4000 0000 0000 9995', outcome: 'has insufficient funds' },
] as const;

export const TEST_EXPIRY = '12 / 34';
export const TEST_CVC = '123';

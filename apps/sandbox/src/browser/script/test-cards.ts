export interface TestCard {
  number: string;
  outcome: string;
}

/** They accept any future expiry and any CVC. */
export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242 4242 4242 4242', outcome: 'is accepted' },
  { number: '4000 0000 0000 0002', outcome: 'is declined' },
  { number: '4000 0000 0000 9995', outcome: 'has insufficient funds' },
  { number: '4000 0025 0000 3155', outcome: 'asks you to confirm at your bank' },
];

/** Cards for delayed or rare outcomes. */
export const SPECIAL_TEST_CARDS: readonly TestCard[] = [
  { number: '4000 0084 0000 1629', outcome: 'asks you to confirm, then is declined' },
  { number: '4000 0000 0000 1018', outcome: 'takes ten seconds, then is accepted' },
  { number: '4000 0000 0000 1026', outcome: 'takes ten seconds, then is declined' },
  { number: '4000 0000 0000 0259', outcome: 'is accepted, then disputed as fraud' },
  { number: '4000 0000 0000 2685', outcome: 'is accepted, then disputed as not received' },
  { number: '4000 0000 0000 9235', outcome: 'is accepted, then reviewed as risky' },
  { number: '4000 0000 0000 5423', outcome: 'is accepted, then its bank warns of fraud' },
  { number: '4000 0000 0000 7726', outcome: 'is accepted; a refund takes ten seconds' },
  { number: '4000 0000 0000 5126', outcome: 'is accepted; a refund fails after ten seconds' },
];

export const TEST_EXPIRY = '12 / 34';
export const TEST_CVC = '123';

import {
  decideReviewRequest,
  findFirstName,
  findReviewRequestTime,
  listReviewedProducts,
  type ReviewableOrder,
} from './review-request.rules.js';

const NOW = new Date('2026-11-30T12:00:00.000Z');
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * 86_400_000);
const decide = (change: Partial<ReviewableOrder> = {}) =>
  decideReviewRequest(
    {
      ...{ status: 'delivered', hasEmail: true, isAnonymised: false, isErased: false, wasAsked: false },
      ...{ isFullyRefunded: false, isParcelBack: false, hasOpenProblem: false, hasOpenReprint: false },
      ...{ deliveredAt: daysAgo(14), lastDeliveredAt: null },
      ...change,
    },
    NOW,
  );

describe('a request for a review', () => {
  it('is sent two weeks after the delivery', () => {
    expect(findReviewRequestTime(daysAgo(14))).toEqual(NOW);
    expect(decide()).toEqual({ kind: 'ask' });
    expect(decide({ deliveredAt: daysAgo(13) })).toEqual({ kind: 'later', at: daysAgo(-1) });
  });

  it('is sent two weeks after what was sent again has arrived', () => {
    expect(decide({ deliveredAt: daysAgo(40), lastDeliveredAt: daysAgo(4) })).toEqual({
      kind: 'later',
      at: daysAgo(-10),
    });
    expect(decide({ deliveredAt: daysAgo(40), lastDeliveredAt: daysAgo(14) })).toEqual({ kind: 'ask' });
  });

  it.each<[keyof ReviewableOrder]>([['isParcelBack'], ['hasOpenProblem'], ['hasOpenReprint']])(
    'waits a week while %s',
    (reason) => {
      expect(decide({ [reason]: true })).toEqual({ kind: 'later', at: daysAgo(-7) });
    },
  );

  it.each<[Partial<ReviewableOrder>]>([
    [{ wasAsked: true }],
    [{ status: 'shipped' }],
    [{ isAnonymised: true }],
    [{ isErased: true }],
    [{ hasEmail: false }],
    [{ isFullyRefunded: true }],
    [{ deliveredAt: daysAgo(91) }],
    [{ deliveredAt: daysAgo(91), hasOpenProblem: true }],
  ])('is never sent with %j', (change) => {
    expect(decide(change)).toEqual({ kind: 'never' });
  });
});

it.each([
  ['Pat Doe', 'Pat'],
  ['  Änne  van der Berg', 'Änne'],
  ['李明', '李明'],
  ['P. Doe', null],
  ['12', null],
  ['', null],
])('the first name of %j is %j', (name, first) => {
  expect(findFirstName(name)).toBe(first);
});

it('names each product once, with the title of its first line', () => {
  const [tee, mug] = ['a', 'b'].map((productId) => ({ productId, title: productId }));
  expect(listReviewedProducts([tee!, mug!, { productId: 'a', title: 'other' }])).toEqual([tee, mug]);
});

import { BackOffice } from './admin.js';
import { disputeOf, stripeShopOf } from './stripe-shop.js';

const own = stripeShopOf();

const office = new BackOffice(() => own.shop);

describe('a dispute', () => {
  it('stands on the order until it is closed', async () => {
    const { id, intentId } = await own.paidOrder();
    await own.tell('charge.dispute.created', disputeOf(intentId));
    const open = await office.detail(id);
    expect(open.payment.disputes).toEqual([
      {
        id: `dp_${intentId}`,
        amount: '35.91',
        reason: 'product_not_received',
        status: 'needs_response',
        respondBy: '2026-11-25T09:46:40.000Z',
        openedAt: expect.any(String),
        closedAt: null,
      },
    ]);
    expect(open.timeline[0]?.summary).toBe(
      "The customer's bank asks for $35.91 back: product not received. Please answer at the payment provider.",
    );

    await own.tell('charge.dispute.closed', disputeOf(intentId, { status: 'lost' }));
    await own.tell('charge.dispute.updated', disputeOf(intentId, { status: 'under_review' }));
    const closed = await office.detail(id);
    expect(closed.payment.disputes).toMatchObject([{ status: 'lost', closedAt: expect.any(String) }]);
    expect(closed.timeline.map(({ summary }) => summary)).toContain('The dispute over $35.91 ended: lost.');
    expect(closed.timeline.filter(({ action }) => action.startsWith('order.dispute'))).toHaveLength(2);
  });

  const WORDS = {
    created: { type: 'charge.dispute.created', said: { status: 'needs_response' } },
    updated: {
      type: 'charge.dispute.updated',
      said: { status: 'under_review', evidence_details: { due_by: 1_795_700_000 } },
    },
    closed: { type: 'charge.dispute.closed', said: { status: 'won' } },
  } as const;
  type Word = keyof typeof WORDS;
  const SAID: Word[] = ['created', 'updated', 'closed'];
  /** Heard in this order, said in that of `WORDS`, a minute apart. */
  async function hear(intentId: string, words: readonly Word[]): Promise<void> {
    for (const word of words) {
      const { type, said } = WORDS[word];
      const created = Math.floor(Date.now() / 1_000) - 600 + 60 * SAID.indexOf(word);
      expect((await own.tell(type, disputeOf(intentId, said), { created })).status).toBe(200);
    }
  }

  it.each<Word[][]>([
    [['created', 'updated', 'closed']],
    [['created', 'closed', 'updated']],
    [['updated', 'created', 'closed']],
    [['updated', 'closed', 'created']],
    [['closed', 'created', 'updated']],
    [['closed', 'updated', 'created']],
  ])('ends as it ended, and is told once, heard as %j', async (words) => {
    const { id, intentId } = await own.paidOrder();
    await hear(intentId, words);
    const { payment, timeline } = await office.detail(id);
    expect(payment.disputes).toMatchObject([{ status: 'won', closedAt: expect.any(String) }]);
    expect(
      timeline
        .map(({ action }) => action)
        .filter((action) => action.startsWith('order.dispute'))
        .sort(),
    ).toEqual(['order.dispute-closed', 'order.disputed']);
    const facts = await own.shop.rows(
      `SELECT kind FROM money_facts WHERE order_id = $1 AND kind LIKE 'dispute%' ORDER BY kind`,
      [id],
    );
    expect(facts.map(({ kind }) => kind)).toEqual(['dispute-closed', 'disputed']);
  });

  it('that is open stands as was said last, not as was heard last', async () => {
    const { id, intentId } = await own.paidOrder();
    await hear(intentId, ['updated', 'created']);
    expect((await office.detail(id)).payment.disputes).toMatchObject([
      { status: 'under_review', respondBy: '2026-11-26T13:33:20.000Z', closedAt: null },
    ]);
  });

  it('about a charge of another shop is passed over', async () => {
    expect((await own.tell('charge.dispute.created', disputeOf('pi_foreign'))).status).toBe(200);
  });
});

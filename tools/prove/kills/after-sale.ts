/** Questions about orders that wait, and items that are sent again. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { answerQuestion, askCustomer, closeQuestion, requestReprint } from '@shop/contracts-order/routes';
import { count, countWithoutExactlyOne, query, readOrderIds, type Check, type Databases } from './checks.ts';
import { Shopper } from './shopper.ts';

const PAUSE_MS = 1_000;

/** A paid order that waits for its payment's review, and about which no admin was asked. */
const FIND_WAITING = `
  SELECT o.id, o.email FROM orders o JOIN fulfilment_holds h ON h.order_id = o.id AND h.released_at IS NULL
  WHERE o.status = 'paid' AND NOT EXISTS (SELECT FROM order_questions q WHERE q.order_id = o.id) LIMIT 1`;

const FIND_SENT = `
  SELECT o.id, i.id AS "itemId" FROM orders o JOIN order_items i ON i.order_id = o.id
  WHERE o.status IN ('shipped', 'delivered') AND NOT EXISTS (SELECT FROM reprints r WHERE r.order_id = o.id) ORDER BY random() LIMIT 1`;

/** An admin who asks and sends again, each once, with a key that makes a repeated call the same. */
export class AfterSaleAdmin {
  /** By what was asked or sent again: its order. */
  readonly questions = new Map<string, string>();
  readonly reprints = new Map<string, string>();
  readonly answers = new Set<string>();
  private readonly admin: Shopper;
  private readonly createCustomer: (email: string) => Shopper;
  private readonly databases: Databases;

  constructor(url: string, admin: Shopper, shoppers: readonly Shopper[], databases: Databases) {
    this.admin = admin;
    this.createCustomer = (email) =>
      new Shopper(url, new AbortController().signal, shoppers.find(({ account }) => account.email === email)?.account);
    this.databases = databases;
  }

  /** Ends with the call that is under way. */
  async workUntilStopped(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      await this.askAboutWaiting();
      await this.sendAgain();
      await delay(PAUSE_MS);
    }
  }

  private async askAboutWaiting(): Promise<void> {
    const [order] = await query<{ id: string; email: string }>(this.databases.orders ?? '', FIND_WAITING);
    if (!order) return;
    const questionId = randomUUID();
    const asked = await this.admin.callUntilDone(askCustomer, {
      params: { id: order.id },
      body: { question: 'Is the photo too dark?' },
      headers: { 'idempotency-key': questionId },
    });
    if (asked.status !== 201) throw new Error(`A question was refused: ${JSON.stringify(asked.json)}`);
    this.questions.set(questionId, order.id);
    const customer = this.createCustomer(order.email);
    await customer.signIn();
    const answer = { questionId, answer: 'No' };
    const answered = await customer.callUntilDone(answerQuestion, { params: { orderId: order.id }, body: answer });
    if (answered.status !== 200) throw new Error(`An answer was refused: ${JSON.stringify(answered.json)}`);
    this.answers.add(questionId);
  }

  private async sendAgain(): Promise<void> {
    const [sent] = await query<{ id: string; itemId: string }>(this.databases.orders ?? '', FIND_SENT);
    if (!sent) return;
    const reprintId = randomUUID();
    const { status, json } = await this.admin.callUntilDone(requestReprint, {
      params: { id: sent.id },
      body: { items: [{ orderItemId: sent.itemId, quantity: 1 }], reason: 'damaged' },
      headers: { 'idempotency-key': reprintId },
    });
    if (status !== 201) throw new Error(`A reprint was refused: ${JSON.stringify(json)}`);
    this.reprints.set(reprintId, sent.id);
  }

  /** Lets the orders go on that wait for an answer only, or also for a review. */
  async closeQuestions(): Promise<void> {
    for (const [questionId, id] of this.questions)
      await this.admin.callUntilDone(closeQuestion, { params: { id, questionId } });
  }

  /** Once everything is done. */
  async runChecks(): Promise<Check[]> {
    const { orders = '', sandbox = '', support = '' } = this.databases;
    const [reprints, questions] = [[...this.reprints.keys()], [...this.questions.keys()]];
    const readSentEmails = (template: string, keyPart: number): Promise<string[]> =>
      readOrderIds(
        support,
        `SELECT split_part(key, '/', ${keyPart}) AS order_id FROM emails WHERE template = '${template}' AND status = 'sent'`,
      );
    const listReprints = (where: string): Promise<string[]> =>
      readOrderIds(orders, `SELECT id AS order_id FROM reprints WHERE ${where}`);
    const stored = await listReprints('true');
    return [
      { name: 'runs without a reprint', violations: reprints.length === 0 ? 1 : 0 },
      { name: 'runs without a question', violations: questions.length === 0 ? 1 : 0 },
      { name: 'reprints that no one asked for', violations: stored.filter((id) => !this.reprints.has(id)).length },
      { name: 'reprints that are not stored', violations: countWithoutExactlyOne(reprints, stored) },
      {
        name: 'reprints without one order at the printer',
        violations: countWithoutExactlyOne(
          reprints,
          await readOrderIds(sandbox, 'SELECT external_id::uuid::text AS order_id FROM printful_orders'),
        ),
      },
      {
        name: 'reprints that the shop does not know to be at the printer',
        violations: countWithoutExactlyOne(
          reprints,
          await listReprints(`state IN ('submitted', 'shipped', 'delivered') AND problem IS NULL`),
        ),
      },
      {
        name: 'reprints without one email',
        violations: countWithoutExactlyOne(reprints, await readSentEmails('order-reprint', 4)),
      },
      {
        name: 'reprints that are not counted once',
        violations: await count(
          orders,
          `SELECT FROM (SELECT COALESCE(sum(value), 0) AS value FROM (SELECT value FROM figures WHERE name = 'reprints' UNION ALL SELECT change FROM figure_changes WHERE name = 'reprints') f) counted
           WHERE value <> (SELECT count(*) FROM reprints)`,
        ),
      },
      {
        name: 'questions without one email',
        violations: countWithoutExactlyOne(questions, await readSentEmails('order-question', 3)),
      },
      {
        name: 'answers that are not stored',
        violations: countWithoutExactlyOne(
          [...this.answers],
          await readOrderIds(orders, 'SELECT id AS order_id FROM order_questions WHERE answer IS NOT NULL'),
        ),
      },
    ];
  }
}

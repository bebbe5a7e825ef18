import { petJpeg } from '@shop/art-engine/testing';
import { drawingBudgetNearlySpent, type Generation } from '@shop/contracts-art';
import { NETWORK_HEADER, type IdentityClaims } from '@shop/contracts-common';
import { asGuest, recordEvents, waitFor, type EventRecorder } from '@shop/testing';
import { CallBudgetsService } from '../src/engines/openai/call-budgets.service.js';
import type { ProviderCall } from '../src/engines/image-engine.js';
import { ArtFixture, uploadedPhoto } from './support/art-fixture.js';
import { draws, failsWith, MODERATED, OpenAiServer, WRONG_KEY } from './support/openai-server.js';

const LIMITS = {
  OPENAI_CALL_CENTS: '10',
  OPENAI_DAY_BUDGET_CENTS: '100',
  OPENAI_DAY_CALLS_OWNER: '2',
  OPENAI_DAY_CALLS_NETWORK: '3',
  OPENAI_DAY_DECLINED_OWNER: '1',
  OPENAI_DAY_DECLINED_NETWORK: '2',
};

let openAi: OpenAiServer;
let fixture: ArtFixture;
let events: EventRecorder;
let budgets: CallBudgetsService;

beforeAll(async () => {
  openAi = await OpenAiServer.open();
  fixture = await ArtFixture.open({ ...LIMITS, OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: openAi.url });
  events = await recordEvents(fixture.transport, [drawingBudgetNearlySpent.type]);
  budgets = fixture.service.get(CallBudgetsService);
});
beforeEach(async () => {
  openAi.reset();
  await fixture.database.query('DELETE FROM openai_budgets');
});
afterAll(async () => {
  await events.stop();
  await fixture.close();
  await openAi.close();
});

/** Ends a call at once; `costCents` null: OpenAI does not report it. */
async function call(customerHash: string, network: string | null, outcome = 'drawn', costCents: number | null = 0) {
  const reservation = await budgets.reserveCall({ customerHash, network }, 10);
  const costMicroUsd = costCents === null ? null : costCents * 10_000;
  await budgets.settleCall(reservation, { outcome, costMicroUsd } as ProviderCall);
}
const budgetSpent = { name: 'EngineOutage', reason: 'budget-spent' };

describe('the budget of OpenAI calls', () => {
  it('of a customer is separate from others’, and the rejected call counts nowhere', async () => {
    await call('ada', null);
    await call('ada', null);
    await expect(call('ada', 'home')).rejects.toMatchObject(budgetSpent);
    await call('ben', 'home');
    expect(
      await fixture.database.query(`SELECT scope, calls FROM openai_budgets WHERE scope <> 'owner' ORDER BY scope`),
    ).toEqual([
      { scope: 'network', calls: 1 },
      { scope: 'shop', calls: 3 },
    ]);
  });

  it('of a network covers all its customers', async () => {
    for (const guest of ['1', '2', '3']) await call(guest, 'home');
    await expect(call('4', 'home')).rejects.toMatchObject(budgetSpent);
    await call('4', 'office');
  });

  it('of the shop is money: simultaneous calls never exceed it, and it gets back what a call did not cost', async () => {
    const reserve = (n: number) => budgets.reserveCall({ customerHash: `guest ${n}`, network: `network ${n}` }, 10);
    const outcomes = await Promise.allSettled(Array.from({ length: 14 }, (_, n) => reserve(n)));
    const reserved = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(reserved).toHaveLength(10);
    await budgets.settleCall(reserved[0]!, { outcome: 'drawn', costMicroUsd: 31_000 } as ProviderCall);
    await expect(reserve(20)).rejects.toMatchObject(budgetSpent);
    await budgets.settleCall(reserved[1]!, { outcome: 'unreachable', costMicroUsd: null } as ProviderCall);
    await reserve(20);
  });

  it('has another one for declined calls, of the customer and of the network', async () => {
    await call('ada', 'home', 'declined', null);
    await expect(call('ada', 'home')).rejects.toMatchObject(budgetSpent);
    for (const guest of ['1', '2', '3']) await call(guest, 'home');
    await call('4', 'office', 'declined');
    await call('5', 'office', 'declined');
    await expect(call('6', 'office')).rejects.toMatchObject(budgetSpent);
  });

  it('raises one alarm a day when 80 % are spent', async () => {
    // The alarm of another test may arrive late.
    const alarms = () => events.list(drawingBudgetNearlySpent.type).map(({ data }) => data);
    await call('1', null, 'drawn', 79);
    await call('2', null, 'drawn', 2);
    await call('3', null, 'drawn', 9);
    const [{ day }] = (await fixture.database.query(`SELECT day::text FROM openai_budgets LIMIT 1`)) as [
      { day: string },
    ];
    await waitFor(() => expect(alarms()).toContainEqual({ day, spentCents: 81, budgetCents: 100 }));
    expect(alarms()).not.toContainEqual({ day, spentCents: 90, budgetCents: 100 });
  });

  it('deletes the rows after a week', async () => {
    await fixture.database.query(
      `INSERT INTO openai_budgets (day, scope, subject) VALUES (current_date - 9, 'shop', ''), (current_date - 2, 'shop', '')`,
    );
    await budgets.deleteOld();
    expect(await fixture.database.query('SELECT FROM openai_budgets')).toHaveLength(1);
  });
});

describe('POST /api/generate without a budget', () => {
  const generate = async (as: IdentityClaims, variation: number) => {
    const { url: imageUrl } = await uploadedPhoto(fixture.service, as, await petJpeg(120, 160));
    return fixture.service.call('POST', '/api/generate', {
      as,
      headers: { [NETWORK_HEADER]: 'home' },
      body: { imageUrl, styleKey: 'abstract', variation },
    });
  };

  it('draws with the built-in engine, also for another guest of the same network, and asks OpenAI no more', async () => {
    const [first, second] = [asGuest(), asGuest()];
    openAi.replies.push(draws(), draws(), failsWith(400, MODERATED));
    expect((await generate(first, 1)).json<Generation>().engine).toBe('openai');
    expect((await generate(first, 2)).json<Generation>().engine).toBe('openai');
    expect((await generate(second, 1)).status).toBe(422);
    const asked = openAi.calls.length;
    for (const guest of [first, second]) expect((await generate(guest, 3)).json<Generation>().engine).toBe('built-in');
    expect(openAi.calls).toHaveLength(asked);
    expect(
      await fixture.database.query(
        `SELECT DISTINCT metadata->>'fallbackReason' AS reason FROM images WHERE metadata->>'engine' = 'built-in'`,
      ),
    ).toEqual([{ reason: 'budget-spent' }]);
  });

  it('names OpenAI, where it refuses the key, until it draws again', async () => {
    const readState = async () =>
      (await fixture.service.call('GET', '/healthz/parts')).json<{ parts: { openai: string } }>().parts.openai;
    expect(await readState()).toBe('up');
    openAi.replies.push(failsWith(401, WRONG_KEY));
    expect((await generate(asGuest(), 1)).json<Generation>().engine).toBe('built-in');
    expect(await readState()).toBe('key-refused');
  });
});

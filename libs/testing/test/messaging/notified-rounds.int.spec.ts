import { NotifiedRounds, pause } from '@shop/messaging';
import { createTestDatabase, eventually, type TestDatabase } from '../../src/index.js';

const CHANNEL = 'rounds';
const NOBODY_LISTENS_THERE = 'postgresql://postgres@127.0.0.1:1/nowhere';

describe('rounds that NOTIFY calls for', () => {
  let database: TestDatabase;
  let rounds: NotifiedRounds | undefined;
  let logged: object[] = [];
  const log = { info: () => undefined, warn: (fields: object) => logged.push(fields), error: () => undefined };
  const notify = () => database.query('SELECT pg_notify($1, $2)', [CHANNEL, '']);
  const start = (round: (stop: AbortSignal) => Promise<void>, url = database.url): NotifiedRounds => {
    rounds = new NotifiedRounds({ url, channel: CHANNEL, log, round, trouble: 'trying again' });
    rounds.start();
    return rounds;
  };
  /** The first that it asks is LISTEN. */
  const LISTENING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'listen ${CHANNEL}' AND state = 'idle' AND query <> ''`;
  /** The first is that of the start, the second that of the listening: where that took long, the one of a look in between, too. */
  const listening = (count: () => number) =>
    eventually(async () => {
      expect(await database.query(LISTENING)).toHaveLength(1);
      expect(count()).toBeGreaterThanOrEqual(2);
    });

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(() => {
    logged = [];
  });
  afterEach(() => rounds?.close(1_000));
  afterAll(() => database.drop());

  it('begin at the start, and then sooner than anybody looks', async () => {
    let count = 0;
    start(async () => {
      count += 1;
    });
    expect(count).toBe(1);
    await listening(() => count);
    const since = Date.now();
    for (let time = 0; time < 5; time += 1) {
      const before = count;
      await notify();
      await eventually(() => expect(count).toBeGreaterThan(before));
    }
    expect(Date.now() - since).toBeLessThan(2_000);
  });

  it('go on while nobody can listen', async () => {
    let count = 0;
    start(async () => {
      count += 1;
    }, NOBODY_LISTENS_THERE);
    await eventually(() => expect(count).toBe(2));
  });

  it('never run twice at a time; what came meanwhile gets one more', async () => {
    let [count, running, most] = [0, 0, 0];
    let finish: () => void = () => undefined;
    start(async () => {
      count += 1;
      running += 1;
      most = Math.max(most, running);
      if (count === 2) await new Promise<void>((resolve) => (finish = resolve));
      running -= 1;
    });
    await listening(() => count);
    await notify();
    await notify();
    await pause(100);
    expect(count).toBe(2);
    finish();
    await eventually(() => expect(count).toBe(3));
    await pause(100);
    expect({ count, most }).toEqual({ count: 3, most: 1 });
  });

  it('come again by themselves after a failure, each time later, and say what failed', async () => {
    const at: number[] = [];
    start(async () => {
      at.push(Date.now());
      if (at.length < 4) throw new Error('away');
    }, NOBODY_LISTENS_THERE);
    await eventually(() => expect(at.length).toBeGreaterThanOrEqual(4));
    const [first = 0, , , fourth = 0] = at;
    // 100, 200 and 400 ms, each less a quarter at most.
    expect(fourth - first).toBeGreaterThan(500);
    expect(logged.filter((fields) => 'err' in fields && (fields.err as Error).message === 'away')).toEqual(
      [1, 2, 3].map((failures) => ({ err: new Error('away'), failures })),
    );
  });

  it('end with the one under way, which is told to', async () => {
    let [count, isDone] = [0, false];
    const closing = start(async (stop) => {
      count += 1;
      await pause(10_000, stop);
      await pause(50);
      isDone = true;
    });
    await closing.close(5_000);
    await notify();
    await pause(100);
    expect({ count, isDone }).toEqual({ count: 1, isDone: true });
  });

  it('are not waited for beyond the limit', async () => {
    let finish: () => void = () => undefined;
    const closing = start(() => new Promise<void>((resolve) => (finish = resolve)));
    const since = Date.now();
    await closing.close(100);
    expect(Date.now() - since).toBeLessThan(2_000);
    finish();
  });
});

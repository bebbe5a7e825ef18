import { pause } from '@shop/jobs/retry';
import { ListenNotifyWorker } from '@shop/messaging';
import { createTestDatabase, waitFor, type TestDatabase } from '@shop/testing-database';

const CHANNEL = 'worker';
const UNREACHABLE_URL = 'postgresql://postgres@127.0.0.1:1/nowhere';

describe('ListenNotifyWorker', () => {
  let database: TestDatabase;
  let worker: ListenNotifyWorker | undefined;
  let logged: object[] = [];
  const log = { info: () => undefined, warn: (fields: object) => logged.push(fields), error: () => undefined };
  const notify = () => database.query('SELECT pg_notify($1, $2)', [CHANNEL, '']);
  const start = (processPending: (stop: AbortSignal) => Promise<void>, url = database.url): ListenNotifyWorker => {
    worker = new ListenNotifyWorker({
      url,
      channel: CHANNEL,
      log,
      processPending,
      failureMessage: 'trying again',
    });
    worker.start();
    return worker;
  };
  /** LISTEN is the first query of this connection. */
  const LISTENING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'listen ${CHANNEL}' AND state = 'idle' AND query <> ''`;
  /** One run happens at the start and one after LISTEN. If LISTEN takes long, the poll interval adds runs. */
  const waitUntilListening = (count: () => number) =>
    waitFor(async () => {
      expect(await database.query(LISTENING)).toHaveLength(1);
      expect(count()).toBeGreaterThanOrEqual(2);
    });

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(() => {
    logged = [];
  });
  afterEach(() => worker?.close(1_000));
  afterAll(() => database.drop());

  it('runs at the start, and after each notification before the poll interval', async () => {
    let count = 0;
    start(async () => {
      count += 1;
    });
    expect(count).toBe(1);
    await waitUntilListening(() => count);
    const since = Date.now();
    for (let time = 0; time < 5; time += 1) {
      const before = count;
      await notify();
      await waitFor(() => expect(count).toBeGreaterThan(before));
    }
    expect(Date.now() - since).toBeLessThan(2_000);
  });

  it('polls while it cannot listen', async () => {
    let count = 0;
    start(async () => {
      count += 1;
    }, UNREACHABLE_URL);
    await waitFor(() => expect(count).toBe(2));
  });

  it('never runs twice at the same time, and runs once more after notifications during a run', async () => {
    let [count, running, maxRunning] = [0, 0, 0];
    let finish: () => void = () => undefined;
    start(async () => {
      count += 1;
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      if (count === 2) await new Promise<void>((resolve) => (finish = resolve));
      running -= 1;
    });
    await waitUntilListening(() => count);
    await notify();
    await notify();
    await pause(100);
    expect(count).toBe(2);
    finish();
    await waitFor(() => expect(count).toBe(3));
    await pause(100);
    expect({ count, maxRunning }).toEqual({ count: 3, maxRunning: 1 });
  });

  it('retries with back-off after a failure and logs it', async () => {
    const at: number[] = [];
    start(async () => {
      at.push(Date.now());
      if (at.length < 4) throw new Error('away');
    }, UNREACHABLE_URL);
    await waitFor(() => expect(at.length).toBeGreaterThanOrEqual(4));
    const [first = 0, , , fourth = 0] = at;
    // 100 + 200 + 400 ms, minus at most 25 %.
    expect(fourth - first).toBeGreaterThan(500);
    expect(logged.filter((fields) => 'err' in fields && (fields.err as Error).message === 'away')).toEqual(
      [1, 2, 3].map((failures) => ({ err: new Error('away'), failures })),
    );
  });

  it('aborts the signal of the current run on close and waits for its end', async () => {
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

  it('does not wait longer than the limit on close', async () => {
    let finish: () => void = () => undefined;
    const closing = start(() => new Promise<void>((resolve) => (finish = resolve)));
    const since = Date.now();
    await closing.close(100);
    expect(Date.now() - since).toBeLessThan(2_000);
    finish();
  });
});

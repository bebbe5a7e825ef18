/** Promises of @shop/jobs on a real PostgreSQL; jobs-processes.int.spec.ts has those that need several processes. */
import { setTimeout as delay } from 'node:timers/promises';
import { JobRunner, OutageError, PermanentJobError } from '@shop/jobs';
import { listDeadJobs, replayDeadJobs, toScalingQuery, type RunSql } from '@shop/jobs/worker';
import { startEntry, startTracing } from '@shop/tracing';
import { TraceReceiver } from '@shop/tracing/testing';
import type { DataSource } from 'typeorm';
import { createTestDatabase, InterruptibleProxy, waitFor, type TestDatabase } from '@shop/testing-database';
import { connectTypeOrm, quick, startJobsApp, work, type Behaviour, type JobsTestApp } from './support/jobs-app.js';

describe('jobs', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  const apps: JobsTestApp[] = [];
  const start = async (behaviour: Partial<Behaviour> = {}, url = database.url): Promise<JobsTestApp> => {
    const app = await startJobsApp(url, behaviour);
    apps.push(app);
    return app;
  };
  const runSql: RunSql = (sql, values) => dataSource.query(sql, values);
  const countJobs = async (): Promise<number> =>
    (await database.query<{ count: number }>('SELECT count(*)::int FROM graphile_worker.jobs'))[0]?.count ?? -1;
  const waitForNoJobs = () => waitFor(async () => expect(await countJobs()).toBe(0));

  beforeEach(async () => {
    database = await createTestDatabase();
    dataSource = await connectTypeOrm(database.poolUrl);
  });
  afterEach(async () => {
    await Promise.all(apps.splice(0).map(({ app }) => app.close()));
    await dataSource.destroy();
    await database.drop();
  });

  it('runs a job after the commit of its transaction, and not at all after a rollback', async () => {
    const done: string[] = [];
    const { queue } = await start({ work: async ({ name }) => void done.push(name) });
    await dataSource.transaction(async (manager) => {
      await queue.enqueue(manager, work, { name: 'committed' });
      await delay(200);
      expect(done).toEqual([]);
    });
    const rolledBack = dataSource.transaction(async (manager) => {
      await queue.enqueue(manager, work, { name: 'rolled back' });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await waitFor(() => expect(done).toEqual(['committed']));
    await waitForNoJobs();
    expect(done).toEqual(['committed']);
  });

  it('keeps one waiting job per key, with the last payload and time', async () => {
    const done: string[] = [];
    const { queue } = await start({ work: async ({ name }) => void done.push(name) });
    const later = new Date(Date.now() + 3_600_000);
    for (const name of ['first', 'second'])
      await queue.enqueue(dataSource.manager, work, { name }, { key: 'k', runAt: later });
    expect(await countJobs()).toBe(1);
    await queue.enqueue(dataSource.manager, work, { name: 'other' }, { key: 'o', runAt: later });
    await queue.cancel(dataSource.manager, work, 'o');
    await queue.enqueue(dataSource.manager, work, { name: 'third' }, { key: 'k' });
    await waitFor(() => expect(done).toEqual(['third']));
    await waitForNoJobs();
  });

  it('runs a job that was enqueued during a run of the same key after it, never at the same time', async () => {
    const events: string[] = [];
    const first = Promise.withResolvers<void>();
    const { queue } = await start({
      work: async ({ name }) => {
        events.push(`start ${name}`);
        if (name === 'first') await first.promise;
        events.push(`end ${name}`);
      },
    });
    await queue.enqueue(dataSource.manager, work, { name: 'first' }, { key: 'k' });
    await waitFor(() => expect(events).toEqual(['start first']));
    await queue.enqueue(dataSource.manager, work, { name: 'second' }, { key: 'k' });
    await queue.enqueue(dataSource.manager, work, { name: 'unrelated' });
    await waitFor(() => expect(events).toContain('end unrelated'));
    await delay(300);
    expect(events).not.toContain('start second');
    first.resolve();
    await waitFor(() => expect(events.slice(-3)).toEqual(['end first', 'start second', 'end second']));
    await waitForNoJobs();
  });

  it('runs at most `concurrency` jobs of a kind, and other kinds at the same time', async () => {
    let running = 0;
    let most = 0;
    let quickRuns = 0;
    const finish = Promise.withResolvers<void>();
    const { queue } = await start({
      work: async ({ name }) => {
        if (name === 'quick') return void (quickRuns += 1);
        running += 1;
        most = Math.max(most, running);
        await finish.promise;
        running -= 1;
      },
    });
    for (let count = 0; count < 8; count += 1) await queue.enqueue(dataSource.manager, work, { name: 'slow' });
    await queue.enqueue(dataSource.manager, quick, { name: 'quick' });
    await waitFor(() => expect([running, quickRuns]).toEqual([2, 1]));
    finish.resolve();
    await waitForNoJobs();
    expect(most).toBe(2);
  });

  it('runs in the trace in which the job was enqueued, a further run linked to the last one; without a trace it starts one', async () => {
    const receiver = await TraceReceiver.start();
    const stopTracing = await startTracing({
      service: 'test',
      version: '1',
      endpoint: receiver.url,
      ratio: 1,
      onLoss: () => undefined,
    });
    const { queue } = await start({
      work: async ({ name }, { attempt }) => {
        if (name === 'traced' && attempt === 1) throw new Error('broken');
      },
    });
    const cause = startEntry('POST /api/cart', { kind: 'server' });
    await cause.run(() => queue.enqueue(dataSource.manager, work, { name: 'traced' }));
    cause.endResponse(201);
    await waitForNoJobs();
    // As enqueued outside of a trace, and by versions that did not know the field.
    await queue.enqueue(dataSource.manager, work, { name: 'untraced' });
    await waitForNoJobs();
    await stopTracing();
    await receiver.close();
    const { traceId, spanId } = cause.logIds;
    const [, first, second, untraced] = receiver.spans;
    expect([first, second]).toEqual([
      expect.objectContaining({ traceId, parentSpanId: spanId, links: [], isFailed: true }),
      expect.objectContaining({ traceId, parentSpanId: spanId, links: [first?.spanId], isFailed: false }),
    ]);
    expect(untraced).toMatchObject({ name: `run ${work.name}`, parentSpanId: undefined, links: [] });
    expect(untraced?.traceId).not.toBe(traceId);
  });

  it('retries with pauses, then keeps a dead job that an operator can list and replay', async () => {
    const attempts: number[] = [];
    let isFailing = true;
    const { queue } = await start({
      work: async (_data, { attempt, isLastAttempt }) => {
        attempts.push(attempt);
        expect(isLastAttempt).toBe(attempt === 3);
        if (isFailing) throw new Error('broken');
      },
    });
    await queue.enqueue(dataSource.manager, work, { name: 'a' }, { key: 'k' });
    const [dead] = await waitFor(async () => {
      const found = await listDeadJobs(runSql, 10);
      expect(found).toHaveLength(1);
      return found;
    });
    expect(attempts).toEqual([1, 2, 3]);
    expect(dead).toMatchObject({ kind: 'work', key: 'work:k', reason: 'after 3: broken' });
    await waitFor(async () => expect(await countJobs()).toBe(1));
    isFailing = false;
    expect(await replayDeadJobs(runSql, ['0'])).toEqual([]);
    expect(await replayDeadJobs(runSql, [dead?.id ?? ''])).toEqual([dead?.id]);
    await waitForNoJobs();
    expect(attempts).toEqual([1, 2, 3, 1]);
    expect(await replayDeadJobs(runSql)).toEqual([]);
  });

  it('deletes dead jobs after 90 days, and no waiting ones', async () => {
    const { app, queue } = await start({
      work: async () => {
        throw new PermanentJobError('never');
      },
    });
    for (const key of ['recent', 'old']) await queue.enqueue(dataSource.manager, work, { name: key }, { key });
    await waitFor(async () => expect(await listDeadJobs(runSql, 10)).toHaveLength(2));
    await queue.enqueue(dataSource.manager, work, { name: 'waiting' }, { key: 'waiting', runAt: new Date(2e12) });
    await runSql(
      `UPDATE graphile_worker._private_jobs SET updated_at = now() - make_interval(days => CASE key WHEN 'work:recent' THEN 89 ELSE 91 END)`,
      [],
    );
    await app.get(JobRunner).deleteOldDeadJobs();
    expect(await listDeadJobs(runSql, 10)).toMatchObject([{ key: 'work:recent' }]);
    expect(await countJobs()).toBe(2);
  });

  it('fails at once after a PermanentJobError', async () => {
    const { queue } = await start({
      work: async () => {
        throw new PermanentJobError('never');
      },
    });
    await queue.enqueue(dataSource.manager, work, { name: 'a' });
    await waitFor(async () => expect(await listDeadJobs(runSql, 10)).toMatchObject([{ reason: 'after 1: never' }]));
  });

  it('does not count an outage as an attempt', async () => {
    const attempts: number[] = [];
    const { queue } = await start({
      work: async (_data, { attempt }) => {
        attempts.push(attempt);
        if (attempts.length <= 5) throw new OutageError('mail server down', { retryAfterMs: 10 });
      },
    });
    await queue.enqueue(dataSource.manager, work, { name: 'a' });
    await waitForNoJobs();
    expect(attempts).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('aborts the signal after the timeout and waits for the handler before the job is dead', async () => {
    let hasEnded = false;
    const { queue } = await start({
      work: async (_data, { signal }) => {
        await delay(60_000, undefined, { signal }).catch(() => delay(300));
        hasEnded = true;
        signal.throwIfAborted();
      },
    });
    await queue.enqueue(dataSource.manager, quick, { name: 'a' });
    await waitFor(async () =>
      expect(await listDeadJobs(runSql, 10)).toMatchObject([{ reason: 'after 1: Timeout after 150 ms' }]),
    );
    expect(hasEnded).toBe(true);
  });

  it('gives an interrupted job back at shutdown without counting the attempt', async () => {
    const attempts: number[] = [];
    const handler: Behaviour['work'] = async (_data, { attempt, signal }) => {
      attempts.push(attempt);
      if (attempts.length === 1) await delay(60_000, undefined, { signal });
    };
    const { app, queue } = await start({ work: handler });
    await queue.enqueue(dataSource.manager, work, { name: 'a' });
    await waitFor(() => expect(attempts).toEqual([1]));
    apps.splice(0);
    await app.close();
    await start({ work: handler });
    await waitFor(() => expect(attempts).toEqual([1, 1]));
    await waitForNoJobs();
  });

  it('runs a job once although all connections are lost during it, and continues after an outage of the database', async () => {
    const proxy = await InterruptibleProxy.listenFor(database.url);
    try {
      const done: string[] = [];
      const finish = Promise.withResolvers<void>();
      const { queue } = await start(
        {
          work: async ({ name }) => {
            if (name === 'during') await finish.promise;
            done.push(name);
          },
        },
        proxy.url(database.url),
      );
      await queue.enqueue(dataSource.manager, work, { name: 'during' });
      await waitFor(async () =>
        expect(await database.query('SELECT FROM graphile_worker.jobs WHERE locked_at IS NOT NULL')).toHaveLength(1),
      );
      proxy.interrupt();
      await delay(500);
      proxy.restore();
      finish.resolve();
      await queue.enqueue(dataSource.manager, work, { name: 'after' });
      await waitFor(() => expect(done.sort()).toEqual(['after', 'during']), { timeoutMs: 20_000 });
      await waitFor(async () => expect(await countJobs()).toBe(0), { timeoutMs: 20_000 });
      expect(done.sort()).toEqual(['after', 'during']);
    } finally {
      await proxy.close();
    }
  }, 60_000);

  it('are counted by the query that scales art-svc in a cluster: those that are due or run, not later, dead or other ones', async () => {
    const query = toScalingQuery([work.name]);
    const count = async () => Number((await database.query<{ count: string }>(query))[0]?.count);
    const end = Promise.withResolvers<void>();
    const { queue } = await start({
      work: ({ name }) => (name === 'dead' ? Promise.reject(new PermanentJobError('no')) : end.promise),
    });
    await queue.enqueue(dataSource.manager, work, { name: 'dead' });
    await waitFor(async () => expect(await listDeadJobs(runSql, 10)).toHaveLength(1));
    expect(await count()).toBe(0);
    // Two run at a time.
    for (const name of ['one', 'two', 'three']) await queue.enqueue(dataSource.manager, work, { name });
    await queue.enqueue(dataSource.manager, work, { name: 'later' }, { runAt: new Date(Date.now() + 3_600_000) });
    await queue.enqueue(dataSource.manager, quick, { name: 'other' }, { runAt: new Date(Date.now() - 1_000) });
    expect(await count()).toBe(3);
    end.resolve();
    await waitFor(async () => expect(await count()).toBe(0));
  });
});

/** Guarantees of EventTransport, on both transports, without services. */
import { setTimeout as delay } from 'node:timers/promises';
import { deleteNamespace, type DeadLetter, type EventTransport } from '@shop/messaging';
import pg from 'pg';
import { waitFor, createTestTransports, TEST_RETRY_DELAYS_MS } from '../../src/index.js';
import { startStuckConsumer } from './support/killable-process.js';
import { envelopeOf, readSubjects, TransportFixture, type TestQueue } from './support/transport-fixture.js';

describe.each(createTestTransports())('the transport over $name', (transport) => {
  const fixture = new TransportFixture(transport);
  beforeAll(() => transport.open());
  afterEach(() => fixture.cleanUp());
  afterAll(() => transport.close());

  const publish = (process: EventTransport, { type }: TestQueue, ...subjects: string[]) =>
    process.publish(subjects.map((subject) => envelopeOf(type, subject)));
  const waitForDeadLetters = (process: EventTransport, count: number): Promise<DeadLetter[]> =>
    waitFor(async () => {
      const found = await process.listDeadLetters(10);
      expect(found).toHaveLength(count);
      return found;
    });
  const startStuck = ({ namespace, queue, type }: TestQueue) =>
    startStuckConsumer({ ...transport.env, EVENTS_NAMESPACE: namespace, QUEUE: queue, TYPE: type });

  it('stores events for a queue without consumers', async () => {
    const queue = fixture.newQueue();
    const publisher = await fixture.connect(queue);
    await publish(publisher, queue, 'early');
    await publisher.close();
    const subjects = await readSubjects(await fixture.connect(queue), queue);
    await waitFor(() => expect(subjects).toEqual(['early']));
  });

  it('delivers each event of a queue to one of its consumers, once', async () => {
    const queue = fixture.newQueue();
    const [first, second] = [await fixture.connect(queue), await fixture.connect(queue)];
    const read = [await readSubjects(first, queue), await readSubjects(second, queue)];
    const subjects = Array.from({ length: 60 }, (_, count) => `number ${count}`);
    await Promise.all(subjects.map((subject) => publish(first, queue, subject)));
    await waitFor(() => expect(read.flat()).toHaveLength(subjects.length));
    await delay(200);
    expect(read.flat().sort()).toEqual(subjects.sort());
  });

  it('does not deliver to another shop on the same broker', async () => {
    const [queue, other] = [fixture.newQueue(), fixture.newQueue()];
    const process = await fixture.connect(queue);
    const subjects = await readSubjects(process, queue);
    const elsewhere = await fixture.connect(other);
    const subjectsElsewhere = await readSubjects(elsewhere, other);
    await elsewhere.subscribeBroadcast([queue.type], ({ subject }) => subjectsElsewhere.push(subject));
    await publish(process, queue, 'here');
    await waitFor(() => expect(subjects).toEqual(['here']));
    await delay(100);
    expect(subjectsElsewhere).toEqual([]);
  });

  it('retries a failed event after each delay without blocking others, then stores it as a dead letter that can be replayed', async () => {
    const queue = fixture.newQueue();
    const process = await fixture.connect(queue);
    const failing = new Set(['poison', 'refused']);
    const triedAt: number[] = [];
    const subjects = await readSubjects(process, queue, ({ envelope: { subject } }) => {
      if (subject === 'poison') triedAt.push(performance.now());
      if (!failing.has(subject)) return Promise.resolve({ kind: 'done' });
      return Promise.resolve({
        kind: subject === 'poison' ? 'retry' : 'dead-letter',
        reason: `because ${subject}`,
      });
    });
    await publish(process, queue, 'poison', 'refused', 'healthy');
    await waitFor(() => expect(subjects).toContain('healthy'));
    const deadLetters = await waitForDeadLetters(process, 2);
    expect(Object.fromEntries(deadLetters.map(({ subject, ...deadLetter }) => [subject, deadLetter]))).toMatchObject({
      poison: { attempts: TEST_RETRY_DELAYS_MS.length + 1, reason: 'because poison', queue: queue.queue },
      refused: { attempts: 1, reason: 'because refused' },
    });
    const pauses = triedAt.slice(1).map((at, index) => at - (triedAt[index] ?? at));
    for (const [index, least] of TEST_RETRY_DELAYS_MS.entries()) expect(pauses[index]).toBeGreaterThan(least - 2);

    failing.clear();
    subjects.length = 0;
    const poison = deadLetters.find(({ subject }) => subject === 'poison');
    expect(await process.replayDeadLetters([poison?.eventId ?? ''])).toBe(1);
    await waitFor(() => expect(subjects).toEqual(['poison']));
    expect(await process.replayDeadLetters()).toBe(1);
    await waitFor(() => expect(subjects).toEqual(['poison', 'refused']));
    expect(await process.listDeadLetters(10)).toEqual([]);
  });

  it('stores a message that is not an envelope as a dead letter and continues', async () => {
    const queue = fixture.newQueue();
    const process = await fixture.connect(queue);
    const subjects = await readSubjects(process, queue);
    const { id, type, subject } = envelopeOf(queue.type, 'no envelope');
    await process.publish([{ id, type, subject } as never]);
    await publish(process, queue, 'behind it');
    await waitFor(() => expect(subjects).toEqual(['behind it']));
    const [deadLetter] = await waitForDeadLetters(process, 1);
    expect(deadLetter).toMatchObject({
      reason: 'The message is not a CloudEvents envelope',
      subject: 'no envelope',
      attempts: 1,
    });
  });

  it('delivers the event of a killed process to another process', async () => {
    const queue = fixture.newQueue();
    const process = await fixture.connect(queue);
    const stuck = await startStuck(queue);
    await publish(process, queue, 'taken over');
    await stuck.hasTaken();
    await stuck.kill();
    const subjects = await readSubjects(process, queue);
    await waitFor(() => expect(subjects).toEqual(['taken over']));
  });

  it('stores an event that repeatedly crashes its process as a dead letter that can be replayed', async () => {
    const queue = fixture.newQueue();
    const process = await fixture.connect(queue);
    await publish(process, queue, 'deadly');
    if (transport.name === 'postgres') {
      await queryEventsDatabase('UPDATE graphile_worker._private_jobs SET attempts = 23');
      for (let death = 0; death < 2; death += 1) {
        const stuck = await startStuck(queue);
        await stuck.hasTaken();
        await stuck.kill();
      }
      const next = await startStuck(queue);
      await waitForDeadLetters(process, 1);
      await next.kill();
    } else {
      // For the broker a lost connection without acknowledgement equals a crash, and is faster than a process.
      const { proxy, url } = await fixture.openProxy();
      await readSubjects(await fixture.connect(queue, { url }), queue, () => {
        proxy.interrupt();
        setTimeout(() => proxy.restore(), 20);
        return new Promise(() => undefined);
      });
    }
    const [deadLetter] = await waitForDeadLetters(process, 1);
    expect(deadLetter).toMatchObject({
      queue: queue.queue,
      subject: 'deadly',
      reason: 'The handler repeatedly crashed its process',
    });
    expect(Date.parse(deadLetter?.diedAt ?? '')).toBeGreaterThan(Date.now() - 3_600_000);
    expect(await process.replayDeadLetters()).toBe(1);
    const subjects = await readSubjects(process, queue);
    await waitFor(() => expect(subjects).toEqual(['deadly']));
  }, 150_000);

  it('waits for a running handler on close and takes no further event', async () => {
    const queue = fixture.newQueue();
    const publisher = await fixture.connect(queue);
    const closing = await fixture.connect(queue);
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const taken = await readSubjects(closing, queue, async () => {
      await finished;
      return { kind: 'done' };
    });
    await publish(publisher, queue, 'running');
    await waitFor(() => expect(taken).toEqual(['running']));
    await publish(publisher, queue, 'waiting');
    const closed = closing.close();
    await delay(100);
    finish();
    await closed;
    const subjects = await readSubjects(publisher, queue);
    await waitFor(() => expect(subjects).toEqual(['waiting']));
    expect(taken).toEqual(['running']);
  });

  it('broadcasts an event of any size to every listener and reports a gap after a lost connection', async () => {
    const queue = fixture.newQueue();
    const publisher = await fixture.connect(queue);
    const { proxy, url } = await fixture.openProxy();
    const [steady, cut] = [await fixture.connect(queue), await fixture.connect(queue, { url })];
    const received: Record<'steady' | 'cut', unknown[]> = { steady: [], cut: [] };
    let gaps = 0;
    await steady.subscribeBroadcast([queue.type], ({ data }) => received.steady.push(data));
    await cut.subscribeBroadcast(
      [queue.type],
      ({ data }) => received.cut.push(data),
      () => (gaps += 1),
    );
    const large = { text: 'x'.repeat(20_000) };
    await publisher.publish([envelopeOf(queue.type, 'large', large)]);
    await waitFor(() => expect(received).toEqual({ steady: [large], cut: [large] }));
    await cut.checkConnection();
    expect(gaps).toBe(0);
    proxy.interrupt();
    await waitFor(() => expect(cut.checkConnection()).rejects.toThrow());
    proxy.restore();
    await waitFor(() => expect(gaps).toBe(1));
    await waitFor(() => cut.checkConnection());
    await publisher.publish([envelopeOf(queue.type, 'after the gap', { text: 'y' })]);
    await waitFor(() => expect(received.cut).toEqual([large, { text: 'y' }]));
  });

  it('rejects a command to a queue that does not exist', async () => {
    const process = await fixture.connect(fixture.newQueue());
    await expect(process.sendToQueue('nobody.listens', envelopeOf('x', 'x'))).rejects.toThrow(
      'The queue nobody.listens does not exist',
    );
  });

  if (transport.name === 'rabbitmq') {
    it('rejects an event that no queue accepts and declares the deleted queue again', async () => {
      const queue = fixture.newQueue();
      const process = await fixture.connect(queue);
      await deleteNamespace(fixture.brokerUrl, queue.namespace, [queue]);
      await fixture.connect({ ...queue, type: 'another' }); // declares the exchange without bindings to the queue
      await expect(publish(process, queue, 'unrouted')).rejects.toThrow('No queue accepted thing.happened');
      await publish(process, queue, 'unrouted');
      const subjects = await readSubjects(process, queue);
      await waitFor(() => expect(subjects).toEqual(['unrouted']));
    });

    it('uses existing queues with another expiry', async () => {
      const queue = fixture.newQueue();
      await publish(await fixture.connect(queue, { queueExpiresMs: 3_600_000 }), queue, 'before');
      const process = await fixture.connect(queue);
      const subjects = await readSubjects(process, queue);
      await publish(process, queue, 'after');
      await waitFor(() => expect(subjects).toEqual(['before', 'after']));
    });
  }

  const queryEventsDatabase = async (sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: transport.env.EVENTS_DATABASE_URL });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
});

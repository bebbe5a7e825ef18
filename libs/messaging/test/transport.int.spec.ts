/** Guarantees of EventTransport, on both transports, without services. */
import { topology } from '@shop/contracts-all';
import { setTimeout as delay } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { deleteNamespace, listUndelivered, type EventTransport } from '@shop/messaging';
import amqp from 'amqplib';
import pg from 'pg';
import { createTestTransports, TEST_RETRY_DELAYS_MS } from '@shop/testing';
import { waitFor } from '@shop/testing-database';
import { startStuckConsumer } from './support/killable-process.js';
import { envelopeOf, TransportFixture, type TestQueue } from './support/transport-fixture.js';

describe.each(createTestTransports(topology))('the transport over $name', (transport) => {
  const fixture = new TransportFixture(transport);
  beforeAll(() => transport.open());
  afterEach(async () => {
    jest.restoreAllMocks();
    await fixture.cleanUp();
  });
  afterAll(() => transport.close());

  const publish = (process: EventTransport, { type }: TestQueue, ...subjects: string[]) =>
    process.publish(subjects.map((subject) => envelopeOf(type, subject)));
  const waitForDeadLetters = (count: number) => waitFor(() => expect(fixture.deadLetters).toHaveLength(count));
  const startStuck = ({ namespace, queue, type }: TestQueue) =>
    startStuckConsumer({ ...transport.env, EVENTS_NAMESPACE: namespace, QUEUE: queue, TYPE: type });

  it('stores events for a queue without consumers', async () => {
    const queue = fixture.newQueue();
    const publisher = await fixture.connect(queue);
    await publish(publisher, queue, 'early');
    await publisher.close();
    const subjects = await fixture.readSubjects(await fixture.connect(queue), queue);
    await waitFor(() => expect(subjects).toEqual(['early']));
  });

  it('delivers each event of a queue to one of its consumers, once', async () => {
    const queue = fixture.newQueue();
    const [first, second] = [await fixture.connect(queue), await fixture.connect(queue)];
    const read = [await fixture.readSubjects(first, queue), await fixture.readSubjects(second, queue)];
    const subjects = Array.from({ length: 60 }, (_, count) => `number ${count}`);
    await Promise.all(subjects.map((subject) => publish(first, queue, subject)));
    await waitFor(() => expect(read.flat()).toHaveLength(subjects.length));
    await delay(200);
    expect(read.flat().sort()).toEqual(subjects.sort());
  });

  it('does not deliver to another shop on the same broker', async () => {
    const [queue, other] = [fixture.newQueue(), fixture.newQueue()];
    const process = await fixture.connect(queue);
    const subjects = await fixture.readSubjects(process, queue);
    const elsewhere = await fixture.connect(other);
    const subjectsElsewhere = await fixture.readSubjects(elsewhere, other);
    await elsewhere.subscribeBroadcast([queue.type], ({ subject }) => subjectsElsewhere.push(subject));
    await publish(process, queue, 'here');
    await waitFor(() => expect(subjects).toEqual(['here']));
    await delay(100);
    expect(subjectsElsewhere).toEqual([]);
  });

  it('retries a failed event after each delay without blocking others, then stores it as a dead letter', async () => {
    const queue = fixture.newQueue();
    const process = await fixture.connect(queue);
    const triedAt: number[] = [];
    const subjects = await fixture.readSubjects(process, queue, ({ envelope: { subject } }) => {
      if (subject === 'poison') triedAt.push(performance.now());
      if (subject === 'healthy') return Promise.resolve({ kind: 'done' });
      return Promise.resolve({ kind: subject === 'poison' ? 'retry' : 'dead-letter', reason: `because ${subject}` });
    });
    await publish(process, queue, 'poison', 'refused', 'healthy');
    await waitFor(() => expect(subjects).toContain('healthy'));
    await waitForDeadLetters(2);
    expect(fixture.deadLetters).toMatchObject([
      { attempts: 1, reason: 'because refused', content: { subject: 'refused' } },
      { attempts: TEST_RETRY_DELAYS_MS.length + 1, reason: 'because poison', queue: queue.queue },
    ]);
    const pauses = triedAt.slice(1).map((at, index) => at - (triedAt[index] ?? at));
    for (const [index, least] of TEST_RETRY_DELAYS_MS.entries()) expect(pauses[index]).toBeGreaterThan(least - 2);
  });

  it('retries at the longest delay for as many attempts as the outcome says', async () => {
    const queue = fixture.newQueue();
    const process = await fixture.connect(queue);
    const maxAttempts = TEST_RETRY_DELAYS_MS.length + 4;
    await fixture.readSubjects(process, queue, () =>
      Promise.resolve({ kind: 'retry', reason: 'unknown', maxAttempts }),
    );
    await publish(process, queue, 'of a newer publisher');
    await waitForDeadLetters(1);
    expect(fixture.deadLetters).toMatchObject([{ attempts: maxAttempts }]);
  });

  it('takes no further event during an outage of the listener, which counts as no attempt', async () => {
    const queue = fixture.newQueue();
    const process = await fixture.connect(queue);
    const attempts: number[] = [];
    let isAway = true;
    const subjects = await fixture.readSubjects(process, queue, ({ attempt }) => {
      attempts.push(attempt);
      return Promise.resolve(isAway ? { kind: 'outage', reason: 'the database is away' } : { kind: 'done' });
    });
    await publish(process, queue, 'first', 'second');
    await waitFor(() => expect(attempts.length).toBeGreaterThan(2));
    expect(new Set(subjects).size).toBe(1);
    isAway = false;
    await waitFor(() => expect([...new Set(subjects)].sort()).toEqual(['first', 'second']));
    expect(new Set(attempts)).toEqual(new Set([1]));
  });

  it('puts an event back with its attempt if its process stops during an outage', async () => {
    const queue = fixture.newQueue();
    const process = await fixture.connect(queue);
    const waiting = await fixture.connect(queue);
    const subjects = await fixture.readSubjects(waiting, queue, () =>
      Promise.resolve({ kind: 'outage', reason: 'away' }),
    );
    await publish(process, queue, 'waiting');
    await waitFor(() => expect(subjects.length).toBeGreaterThan(1));
    await waiting.close();
    const attempts: number[] = [];
    await fixture.readSubjects(process, queue, ({ attempt }) => {
      attempts.push(attempt);
      return Promise.resolve({ kind: 'done' });
    });
    await waitFor(() => expect(attempts).toEqual([1]));
  });

  it('stores a message that is not an envelope as a dead letter and continues, even if storing fails at first', async () => {
    const queue = fixture.newQueue();
    const process = await fixture.connect(queue);
    const store = jest.spyOn(fixture, 'storeDeadLetter').mockRejectedValueOnce(new Error('the database is away'));
    const subjects = await fixture.readSubjects(process, queue);
    const { id, type, subject } = envelopeOf(queue.type, 'no envelope');
    await process.publish([{ id, type, subject } as never]);
    await publish(process, queue, 'behind it');
    await waitFor(() => expect(subjects).toEqual(['behind it']));
    await waitForDeadLetters(1);
    expect(store).toHaveBeenCalledTimes(2);
    expect(fixture.deadLetters).toMatchObject([
      { eventId: id, reason: 'The message is not a CloudEvents envelope', content: { subject }, attempts: 1 },
    ]);
  });

  it('delivers the event of a killed process to another process', async () => {
    const queue = fixture.newQueue();
    const process = await fixture.connect(queue);
    const stuck = await startStuck(queue);
    await publish(process, queue, 'taken over');
    await stuck.hasTaken();
    await stuck.kill();
    const subjects = await fixture.readSubjects(process, queue);
    await waitFor(() => expect(subjects).toEqual(['taken over']));
  });

  it('stores an event that repeatedly crashes its process as a dead letter', async () => {
    const queue = fixture.newQueue();
    const process = await fixture.connect(queue);
    await publish(process, queue, 'deadly');
    const reason = 'The handler repeatedly crashed its process';
    if (transport.name === 'postgres') {
      await queryEventsDatabase('UPDATE graphile_worker._private_jobs SET attempts = 23');
      for (let death = 0; death < 2; death += 1) {
        const stuck = await startStuck(queue);
        await stuck.hasTaken();
        await stuck.kill();
      }
      const next = await startStuck(queue);
      await next.hasStoredDeadLetter(reason);
      await next.kill();
    } else {
      // For the broker a lost connection without acknowledgement equals a crash, and is faster than a process.
      const { proxy, url } = await fixture.openProxy();
      await fixture.readSubjects(await fixture.connect(queue, { url }), queue, () => {
        proxy.interrupt();
        setTimeout(() => proxy.restore(), 20);
        return new Promise(() => undefined);
      });
      await waitForDeadLetters(1);
      expect(fixture.deadLetters).toMatchObject([{ queue: queue.queue, reason, content: { subject: 'deadly' } }]);
    }
    const subjects = await fixture.readSubjects(process, queue);
    await publish(process, queue, 'next');
    await waitFor(() => expect(subjects).toEqual(['next']));
  }, 150_000);

  it('waits for a running handler on close and takes no further event', async () => {
    const queue = fixture.newQueue();
    const publisher = await fixture.connect(queue);
    const closing = await fixture.connect(queue);
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const taken = await fixture.readSubjects(closing, queue, async () => {
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
    const subjects = await fixture.readSubjects(publisher, queue);
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
      const subjects = await fixture.readSubjects(process, queue);
      await waitFor(() => expect(subjects).toEqual(['unrouted']));
    });

    it('confirms the events of other queues if one queue does not accept its event', async () => {
      const [queue, full] = [fixture.newQueue(), fixture.newQueue('thing.refused')];
      const process = await fixture.connect(queue);
      const stuck = { ...full, namespace: queue.namespace };
      await declareFullQueue(stuck);
      const [refused, accepted] = [envelopeOf(stuck.type, 'refused'), envelopeOf(queue.type, 'accepted')];
      await expect(process.publish([refused, accepted])).rejects.toMatchObject({ eventIds: new Set([refused.id]) });
      const subjects = await fixture.readSubjects(process, queue);
      await waitFor(() => expect(subjects).toEqual(['accepted']));
    });

    it('lists what the queues of a stopped shop hold before they are deleted', async () => {
      const queue = fixture.newQueue();
      const process = await fixture.connect(queue);
      const envelopes = ['one', 'two'].map((subject) => envelopeOf(queue.type, subject));
      await process.publish(envelopes);
      await process.close();
      const list = () => listUndelivered(fixture.brokerUrl, queue.namespace, [queue]);
      for (let repeated = 0; repeated < 2; repeated += 1)
        expect((await list()).sort()).toEqual(envelopes.map(({ id }) => id).sort());
      await deleteNamespace(fixture.brokerUrl, queue.namespace, [queue]);
      expect(await list()).toEqual([]);
    });

    it('leaves queues alone from which another shop reads', async () => {
      const queue = fixture.newQueue();
      const other = await fixture.connect(queue);
      const subjects = await fixture.readSubjects(other, queue);
      const message = `The queues of ${queue.namespace} are left alone, because another shop reads from them`;
      await expect(listUndelivered(fixture.brokerUrl, queue.namespace, [queue])).rejects.toThrow(message);
      await expect(deleteNamespace(fixture.brokerUrl, queue.namespace, [queue])).rejects.toThrow(message);
      await publish(other, queue, 'still read');
      await waitFor(() => expect(subjects).toEqual(['still read']));
    });

    it('continues at the next node of a cluster when one dies', async () => {
      const queue = fixture.newQueue();
      const { proxy, url } = await fixture.openProxy();
      const process = await fixture.connect(queue, { url: `${url},${fixture.brokerUrl}` });
      const subjects = await fixture.readSubjects(process, queue);
      await publish(process, queue, 'before');
      await waitFor(() => expect(subjects).toEqual(['before']));
      proxy.interrupt();
      await waitFor(() => publish(process, queue, 'after'));
      await waitFor(() => expect(subjects).toContain('after'));
    });

    it('uses existing queues with another expiry', async () => {
      const queue = fixture.newQueue();
      await publish(await fixture.connect(queue, { queueExpiresMs: 3_600_000 }), queue, 'before');
      const process = await fixture.connect(queue);
      const subjects = await fixture.readSubjects(process, queue);
      await publish(process, queue, 'after');
      await waitFor(() => expect(subjects).toEqual(['before', 'after']));
    });
  }

  /** A bound queue that refuses every message. */
  const declareFullQueue = async ({ namespace, queue, type }: TestQueue): Promise<void> => {
    const connection = await amqp.connect(fixture.brokerUrl);
    fixture.onCleanup(() => connection.close());
    const channel = await connection.createChannel();
    const limits = { 'x-max-length': 0, 'x-overflow': 'reject-publish', 'x-expires': 600_000 };
    await channel.assertQueue(queue, { arguments: limits });
    await channel.bindQueue(queue, `${namespace}.events`, type);
  };

  const queryEventsDatabase = async (sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: transport.env.EVENTS_DATABASE_URL });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
});

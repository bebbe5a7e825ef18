/** What EventTransport promises, on both transports alike, without a service around it. */
import { setTimeout as delay } from 'node:timers/promises';
import { deleteNamespace, type DeadLetter, type EventTransport } from '@shop/messaging';
import pg from 'pg';
import { eventually, createTestTransports, TEST_RETRY_DELAYS_MS } from '../../src/index.js';
import { startStuckConsumer } from './support/killable-process.js';
import { envelopeOf, readSubjects, TransportBench, type TestQueue } from './support/transport-bench.js';

describe.each(createTestTransports())('the transport over $name', (transport) => {
  const bench = new TransportBench(transport);
  beforeAll(() => transport.open());
  afterEach(() => bench.cleanUp());
  afterAll(() => transport.close());

  const publish = (process: EventTransport, { type }: TestQueue, ...subjects: string[]) =>
    process.publish(subjects.map((subject) => envelopeOf(type, subject)));
  const deadLetters = (process: EventTransport, count: number): Promise<DeadLetter[]> =>
    eventually(async () => {
      const found = await process.listDeadLetters(10);
      expect(found).toHaveLength(count);
      return found;
    });
  const stuckConsumer = ({ namespace, queue, type }: TestQueue) =>
    startStuckConsumer({ ...transport.env, EVENTS_NAMESPACE: namespace, QUEUE: queue, TYPE: type });

  it('stores events for a queue that nobody reads yet', async () => {
    const queue = bench.newQueue();
    const publisher = await bench.connect(queue);
    await publish(publisher, queue, 'early');
    await publisher.close();
    const subjects = await readSubjects(await bench.connect(queue), queue);
    await eventually(() => expect(subjects).toEqual(['early']));
  });

  it('delivers each event of a queue to one of its readers, once', async () => {
    const queue = bench.newQueue();
    const [first, second] = [await bench.connect(queue), await bench.connect(queue)];
    const read = [await readSubjects(first, queue), await readSubjects(second, queue)];
    const subjects = Array.from({ length: 60 }, (_, count) => `number ${count}`);
    await Promise.all(subjects.map((subject) => publish(first, queue, subject)));
    await eventually(() => expect(read.flat()).toHaveLength(subjects.length));
    await delay(200);
    expect(read.flat().sort()).toEqual(subjects.sort());
  });

  it('delivers to no other shop on the same broker', async () => {
    const [queue, other] = [bench.newQueue(), bench.newQueue()];
    const process = await bench.connect(queue);
    const subjects = await readSubjects(process, queue);
    const elsewhere = await bench.connect(other);
    const subjectsElsewhere = await readSubjects(elsewhere, other);
    await elsewhere.listenBroadcast([queue.type], ({ subject }) => subjectsElsewhere.push(subject));
    await publish(process, queue, 'here');
    await eventually(() => expect(subjects).toEqual(['here']));
    await delay(100);
    expect(subjectsElsewhere).toEqual([]);
  });

  it('tries a failed event again after each delay, then sets it aside, in front of nobody, until it is replayed', async () => {
    const queue = bench.newQueue();
    const process = await bench.connect(queue);
    const failing = new Set(['poison', 'refused']);
    const triedAt: number[] = [];
    const subjects = await readSubjects(process, queue, ({ envelope: { subject } }) => {
      if (subject === 'poison') triedAt.push(performance.now());
      if (!failing.has(subject)) return Promise.resolve({ kind: 'done' });
      return Promise.resolve({ kind: subject === 'poison' ? 'retry' : 'dead-letter', reason: `because ${subject}` });
    });
    await publish(process, queue, 'poison', 'refused', 'healthy');
    await eventually(() => expect(subjects).toContain('healthy'));
    const letters = await deadLetters(process, 2);
    expect(Object.fromEntries(letters.map(({ subject, ...letter }) => [subject, letter]))).toMatchObject({
      poison: { attempts: TEST_RETRY_DELAYS_MS.length + 1, reason: 'because poison', queue: queue.queue },
      refused: { attempts: 1, reason: 'because refused' },
    });
    const pauses = triedAt.slice(1).map((at, index) => at - (triedAt[index] ?? at));
    for (const [index, least] of TEST_RETRY_DELAYS_MS.entries()) expect(pauses[index]).toBeGreaterThan(least - 2);

    failing.clear();
    subjects.length = 0;
    const poison = letters.find(({ subject }) => subject === 'poison');
    expect(await process.replayDeadLetters([poison?.eventId ?? ''])).toBe(1);
    await eventually(() => expect(subjects).toEqual(['poison']));
    expect(await process.replayDeadLetters()).toBe(1);
    await eventually(() => expect(subjects).toEqual(['poison', 'refused']));
    expect(await process.listDeadLetters(10)).toEqual([]);
  });

  it('sets a message aside that is no envelope, and goes on', async () => {
    const queue = bench.newQueue();
    const process = await bench.connect(queue);
    const subjects = await readSubjects(process, queue);
    const { id, type, subject } = envelopeOf(queue.type, 'no envelope');
    await process.publish([{ id, type, subject } as never]);
    await publish(process, queue, 'behind it');
    await eventually(() => expect(subjects).toEqual(['behind it']));
    const [letter] = await deadLetters(process, 1);
    expect(letter).toMatchObject({ reason: 'not a CloudEvents envelope', subject: 'no envelope', attempts: 1 });
  });

  it('gives an event to another process when its reader is killed', async () => {
    const queue = bench.newQueue();
    const process = await bench.connect(queue);
    const stuck = await stuckConsumer(queue);
    await publish(process, queue, 'taken over');
    await stuck.hasTaken();
    await stuck.kill();
    const subjects = await readSubjects(process, queue);
    await eventually(() => expect(subjects).toEqual(['taken over']));
  });

  it('sets an event aside that takes its process down again and again, until it is replayed', async () => {
    const queue = bench.newQueue();
    const process = await bench.connect(queue);
    await publish(process, queue, 'deadly');
    if (transport.name === 'postgres') {
      await onEventsDatabase('UPDATE graphile_worker._private_jobs SET attempts = max_attempts - 2');
      for (let death = 0; death < 2; death += 1) {
        const stuck = await stuckConsumer(queue);
        await stuck.hasTaken();
        await stuck.kill();
      }
    } else {
      // To the broker a lost connection without an acknowledgement is a death as well, and quicker than a process.
      const { proxy, url } = await bench.proxied();
      await readSubjects(await bench.connect(queue, { url }), queue, () => {
        proxy.interrupt();
        setTimeout(() => proxy.restore(), 20);
        return new Promise(() => undefined);
      });
    }
    const other = bench.newQueue();
    await readSubjects(await bench.connect(other), other); // whoever runs next sets it aside
    const [letter] = await deadLetters(process, 1);
    expect(letter).toMatchObject({
      queue: queue.queue,
      subject: 'deadly',
      reason: 'its handler took the process down again and again',
    });
    expect(Date.parse(letter?.diedAt ?? '')).toBeGreaterThan(Date.now() - 3_600_000);
    expect(await process.replayDeadLetters()).toBe(1);
    const subjects = await readSubjects(process, queue);
    await eventually(() => expect(subjects).toEqual(['deadly']));
  }, 150_000);

  it('lets a running handler finish before it closes, and takes no other event', async () => {
    const queue = bench.newQueue();
    const publisher = await bench.connect(queue);
    const closing = await bench.connect(queue);
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const taken = await readSubjects(closing, queue, async () => {
      await finished;
      return { kind: 'done' };
    });
    await publish(publisher, queue, 'running');
    await eventually(() => expect(taken).toEqual(['running']));
    await publish(publisher, queue, 'waiting');
    const closed = closing.close();
    await delay(100);
    finish();
    await closed;
    const subjects = await readSubjects(publisher, queue);
    await eventually(() => expect(subjects).toEqual(['waiting']));
    expect(taken).toEqual(['running']);
  });

  it('broadcasts an event to every listener, however large, and reports a gap after a lost connection', async () => {
    const queue = bench.newQueue();
    const publisher = await bench.connect(queue);
    const { proxy, url } = await bench.proxied();
    const [steady, cut] = [await bench.connect(queue), await bench.connect(queue, { url })];
    const heard: Record<'steady' | 'cut', unknown[]> = { steady: [], cut: [] };
    let gaps = 0;
    await steady.listenBroadcast([queue.type], ({ data }) => heard.steady.push(data));
    await cut.listenBroadcast(
      [queue.type],
      ({ data }) => heard.cut.push(data),
      () => (gaps += 1),
    );
    const large = { text: 'x'.repeat(20_000) };
    await publisher.publish([envelopeOf(queue.type, 'large', large)]);
    await eventually(() => expect(heard).toEqual({ steady: [large], cut: [large] }));
    await cut.checkConnection();
    expect(gaps).toBe(0);
    proxy.interrupt();
    await eventually(() => expect(cut.checkConnection()).rejects.toThrow());
    proxy.restore();
    await eventually(() => expect(gaps).toBe(1));
    await eventually(() => cut.checkConnection());
    await publisher.publish([envelopeOf(queue.type, 'after the gap', { text: 'y' })]);
    await eventually(() => expect(heard.cut).toEqual([large, { text: 'y' }]));
  });

  it('rejects a command to a queue that does not exist', async () => {
    const process = await bench.connect(bench.newQueue());
    await expect(process.send('nobody.listens', envelopeOf('x', 'x'))).rejects.toThrow(
      'There is no queue nobody.listens',
    );
  });

  if (transport.name === 'rabbitmq') {
    it('declares a deleted queue again, and rejects what no queue took until then', async () => {
      const queue = bench.newQueue();
      const process = await bench.connect(queue);
      await deleteNamespace(bench.brokerUrl, queue.namespace, [queue]);
      await bench.connect({ ...queue, type: 'another' }); // the exchange is there again, and nothing bound to it
      await expect(publish(process, queue, 'unrouted')).rejects.toThrow('No queue took thing.happened');
      await publish(process, queue, 'unrouted');
      const subjects = await readSubjects(process, queue);
      await eventually(() => expect(subjects).toEqual(['unrouted']));
    });

    it('uses queues that exist with another expiry', async () => {
      const queue = bench.newQueue();
      await publish(await bench.connect(queue, { queueExpiresMs: 3_600_000 }), queue, 'before');
      const process = await bench.connect(queue);
      const subjects = await readSubjects(process, queue);
      await publish(process, queue, 'after');
      await eventually(() => expect(subjects).toEqual(['before', 'after']));
    });
  }

  const onEventsDatabase = async (sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: transport.env.EVENTS_DATABASE_URL });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
});

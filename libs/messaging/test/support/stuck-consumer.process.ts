import { createTransport } from '@shop/messaging/transport';

const { RABBITMQ_URL, EVENTS_DATABASE_URL, EVENTS_NAMESPACE = '', QUEUE = '', TYPE = '' } = process.env;

const transport = await createTransport({
  service: 'stuck',
  rabbitmqUrl: RABBITMQ_URL,
  databaseUrl: EVENTS_DATABASE_URL,
  namespace: EVENTS_NAMESPACE,
  queueExpiresMs: 1_800_000,
});
await transport.start([{ queue: QUEUE, type: TYPE }]);
await transport.subscribe([
  {
    queue: QUEUE,
    type: TYPE,
    concurrency: 1,
    handle: () => {
      process.stdout.write('taken\n');
      return new Promise(() => undefined);
    },
    storeDeadLetter: async ({ reason }) => void process.stdout.write(`dead letter: ${reason}\n`),
  },
]);
process.stdout.write('listening\n');

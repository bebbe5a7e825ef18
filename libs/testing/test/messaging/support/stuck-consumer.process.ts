import { createTransport } from '@shop/messaging/transport';

const { RABBITMQ_URL, EVENTS_DATABASE_URL, EVENTS_NAMESPACE = 'shop', QUEUE = '', TYPE = '' } = process.env;

const transport = createTransport({
  service: 'stuck',
  rabbitmqUrl: RABBITMQ_URL,
  databaseUrl: EVENTS_DATABASE_URL,
  namespace: EVENTS_NAMESPACE,
});
await transport.start([]);
await transport.subscribe([
  {
    queue: QUEUE,
    type: TYPE,
    concurrency: 1,
    handle: () => {
      process.stdout.write('in the middle\n');
      return new Promise(() => undefined);
    },
  },
]);
process.stdout.write('listening\n');

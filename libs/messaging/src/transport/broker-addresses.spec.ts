import { createServer, type AddressInfo } from 'node:net';
import { BrokerAddresses, connectOnce } from './broker-addresses.js';

const LIST = 'amqp://order-svc:a%2Cb@mq1:5672/pets, amqps://mq2?frameMax=8192,amqp://guest:guest@[::1]:5673/%2F';

describe('the addresses of a cluster', () => {
  it('are tried in turn, each with its own account, port and virtual host', () => {
    const addresses = new BrokerAddresses(LIST, 10);
    const seen = Array.from({ length: 4 }, () => {
      const target = { ...addresses.target };
      addresses.next();
      return target;
    });
    expect(seen).toMatchObject([
      { protocol: 'amqp', hostname: 'mq1', port: 5672, username: 'order-svc', password: 'a,b', vhost: 'pets' },
      {
        protocol: 'amqps',
        hostname: 'mq2',
        port: undefined,
        username: undefined,
        password: undefined,
        vhost: '',
        frameMax: '8192',
      },
      {
        protocol: 'amqp',
        hostname: '::1',
        port: 5673,
        username: 'guest',
        password: 'guest',
        vhost: '%2F',
        heartbeat: 10,
      },
      { hostname: 'mq1' },
    ]);
    expect(seen[2]).not.toHaveProperty('frameMax');
  });

  it('may have a password with a percent sign that encodes nothing', () => {
    const addresses = new BrokerAddresses('amqp://mq1,amqp://shop:50%zz@mq2', 10);
    addresses.next();
    expect(addresses.target).toMatchObject({ hostname: 'mq2', password: '50%zz' });
  });

  it('are all tried before a single connection fails', async () => {
    let attempts = 0;
    const server = createServer((socket) => {
      attempts += 1;
      socket.destroy();
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const address = `amqp://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await expect(connectOnce(`${address},${address}`, 5_000)).rejects.toThrow();
    server.close();
    expect(attempts).toBe(2);
  });
});

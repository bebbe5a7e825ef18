import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import amqp from 'amqplib';
import { openTestVhost } from '../src/index.js';
import { isOrphaned, newVhostName, canConnect } from '../src/rabbitmq-vhost.js';
import { testEnvironment } from '../src/environment.js';

const { rabbitmqUrl } = testEnvironment;
const itWithRabbitmq = rabbitmqUrl ? it : it.skip;

/** Virtual host name of a process that has ended. */
const orphan = () => `petart-test-${spawnSync('true').pid}-${randomUUID()}`;

it('treats the virtual host of an ended process as orphaned', () => {
  expect([newVhostName(), orphan(), '/', 'petart', 'petart-test-x-1'].map(isOrphaned)).toEqual([
    ...[false, true],
    ...[false, false, false],
  ]);
});

it('opens no virtual host if RabbitMQ does not answer', async () => {
  expect(await openTestVhost(newVhostName(), 'amqp://127.0.0.1:1')).toBeUndefined();
});

itWithRabbitmq(
  'creates one virtual host per run, deletes it afterwards, and deletes those of killed runs',
  async () => {
    const name = newVhostName();
    const killed = await openTestVhost(orphan(), rabbitmqUrl);
    const [vhost, same] = await Promise.all([openTestVhost(name, rabbitmqUrl), openTestVhost(name, rabbitmqUrl)]);
    if (!vhost || vhost.url === rabbitmqUrl) return; // no permission to create one: the default virtual host is used
    expect(vhost.url).toBe(same?.url);
    expect(await canConnect(killed?.url ?? '')).toBe(false);
    const connection = await amqp.connect(vhost.url);
    const channel = await connection.createChannel();
    await channel.deleteQueue((await channel.assertQueue('')).queue);
    await connection.close();
    await vhost.close();
    expect(await canConnect(vhost.url)).toBe(false);
  },
);

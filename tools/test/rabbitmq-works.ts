import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import amqp, { type ChannelModel } from 'amqplib';

const PATIENCE_MS = 20_000;

/** A queue as the shop's are; what a killed test run leaves of it goes by itself. */
const LIKE_THE_SHOPS = { durable: true, arguments: { 'x-queue-type': 'quorum', 'x-expires': 60_000 } };

/**
 * Whether a RabbitMQ keeps a message and gives it back. One that is out of files, memory or disk may let everybody in, and then keep every test waiting
 * until its time is up.
 */
export async function rabbitmqWorks(url: string, patienceMs = PATIENCE_MS): Promise<boolean> {
  let model: ChannelModel | undefined;
  const ask = async (): Promise<boolean> => {
    model = await amqp.connect(url, { timeout: patienceMs });
    model.on('error', () => undefined); // the answer says it
    return keepsMessage(model);
  };
  const end = new AbortController();
  const patience = delay(patienceMs, false, { signal: end.signal }).catch(() => false);
  const works = await Promise.race([ask().catch(() => false), patience]);
  end.abort();
  void model?.close().catch(() => undefined);
  return works;
}

async function keepsMessage(model: ChannelModel): Promise<boolean> {
  const channel = await model.createConfirmChannel();
  channel.on('error', () => undefined);
  const { queue } = await channel.assertQueue(`throwaway-${randomUUID()}`, LIKE_THE_SHOPS);
  channel.sendToQueue(queue, Buffer.from(queue), { persistent: true });
  await channel.waitForConfirms();
  const message = await channel.get(queue, { noAck: true });
  await channel.deleteQueue(queue);
  return message !== false && message.content.toString() === queue;
}

import { openTestVhost } from '@shop/testing-database/rabbitmq-vhost';
import { buildShop } from '@shop/tools/stack';

/** Environment variables of a real shop. The test shops must not use its database, mail server or accounts. */
const REAL_SHOP =
  /^(DATABASE_URL|RABBITMQ_URL|REDIS_URL|EVENTS_|S3_|STRIPE_|OPENAI_|PRINTFUL_|PRINT_|ORDER_|FULFILMENT_|PAYMENT_|SANDBOX_|ALLOW_SANDBOX_|SMTP_|MAIL_|ALARM_|UPKEEP_|ART_|PREVIEW_|PUBLIC_ORIGIN$|ADMIN_|SITE_URL$|PORT$|HOST$|DATA_DIR$|NODE_ENV$|EMBEDDED$|SEED$|RATE_LIMIT_|OTEL_)/;

/** Builds once, as shops that build concurrently would write to the same folders. Creates a RabbitMQ virtual host for the run. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  for (const name of Object.keys(process.env)) if (REAL_SHOP.test(name)) delete process.env[name];
  await buildShop({ quiet: true });
  const vhost = await openTestVhost();
  if (!vhost && process.env.CI === 'true') throw new Error('CI=true needs RabbitMQ on 127.0.0.1:5672.');
  process.env.TEST_SHOP_RABBITMQ_URL = vhost?.url ?? '';
  return () => vhost?.close() ?? Promise.resolve();
}

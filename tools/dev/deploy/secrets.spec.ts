import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { findSecrets } from './secrets.ts';

const COMPOSE = readFileSync(join(import.meta.dirname, '../../../docker-compose.yml'), 'utf8');
const findComposeSecrets = (text: string): string[] => findSecrets(parse(text, { merge: true }));

describe('docker-compose.yml', () => {
  it('contains no secret', () => {
    expect(findComposeSecrets(COMPOSE)).toEqual([]);
  });

  it.each([
    ['services.order-svc.environment.PRINT_FILE_SECRET', '${PRINT_FILE_SECRET:?see deploy/.env.example}', 'hunter2'],
    [
      'configs.rabbitmq-accounts.content',
      '"password": "${GATEWAY_BROKER_PASSWORD:?see deploy/.env.example}"',
      '"password": "hunter2"',
    ],
    ['services.redis.command --requirepass', "'${REDIS_PASSWORD:?see deploy/.env.example}',", 'hunter2,'],
    [
      'services.catalog-svc.environment.DATABASE_URL',
      '${CATALOG_DB_PASSWORD:?see deploy/.env.example}@',
      '${CATALOG_DB_PASSWORD:-hunter2}@',
    ],
  ])('is checked for secrets in %s', (where, safe, unsafe) => {
    expect(COMPOSE).toContain(safe);
    expect(findComposeSecrets(COMPOSE.replaceAll(safe, () => unsafe))).toContain(where);
  });
});

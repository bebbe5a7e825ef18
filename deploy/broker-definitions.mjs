// Prints what the broker must have for one app: its queues with their bindings, and the rights of its account.
//   node deploy/broker-definitions.mjs art-svc [--vhost NAME] | rabbitmqctl import_definitions
// A running broker imports it and keeps all else, so a release of an app never sets the queues and rights of another one back.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const USAGE = 'Usage: node deploy/broker-definitions.mjs APP [--vhost NAME]';

/** Definitions → those of one app. Exchanges and the queue of dead letters belong to all. */
export function selectApp({ exchanges, queues, bindings, permissions, topic_permissions: topics }, app, vhost) {
  if (!permissions.some(({ user }) => user === app)) {
    const known = permissions.map(({ user }) => user).join(', ');
    throw new Error(`${app} has no account at the broker. Those that have: ${known}.`);
  }
  const isOwn = (name) => name.startsWith(`${app}.`);
  const apps = permissions.map(({ user }) => `${user}.`);
  const isShared = (name) => !apps.some((beginning) => name.startsWith(beginning));
  const belongs = (name) => isOwn(name) || isShared(name);
  const move = (entries) => entries.map((entry) => ({ ...entry, vhost }));
  return {
    exchanges: move(exchanges),
    queues: move(queues.filter(({ name }) => belongs(name))),
    bindings: move(bindings.filter(({ destination }) => belongs(destination))),
    permissions: move(permissions.filter(({ user }) => user === app)),
    topic_permissions: move(topics.filter(({ user }) => user === app)),
  };
}

function print(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { vhost: { type: 'string', default: '/' } },
  });
  const [app, ...others] = positionals;
  if (app === undefined || others.length > 0) throw new Error(USAGE);
  const definitions = JSON.parse(readFileSync(new URL('rabbitmq-definitions.json', import.meta.url), 'utf8'));
  console.log(JSON.stringify(selectApp(definitions, app, values.vhost)));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  try {
    print(process.argv.slice(2));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 2;
  }

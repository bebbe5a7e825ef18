/** One part of the shop that does not work, as the gateway's `/readyz` names it. */
export interface FailingPart {
  /** Of the part and its service; a key for lists. */
  key: string;
  message: string;
}

const SERVICES: Record<string, string> = {
  identity: 'the sign-in service',
  catalog: 'the catalogue',
  art: 'the art studio',
  order: 'the order service',
  support: 'the contact service',
};

const PARTS: Record<string, string> = {
  database: 'The database',
  events: 'The event broker',
  mail: 'The mail server',
  pictures: 'The store of pictures',
  openai: 'OpenAI',
  cache: 'Redis',
};

const DRAWS_INSTEAD = 'The built-in engine draws until this is fixed.';

/** What an owner reads of a state, by part. `*` is any part. */
const MESSAGES: Record<string, Record<string, (part: string) => string>> = {
  openai: {
    'key-refused': () => `OpenAI refuses the key in OPENAI_API_KEY. ${DRAWS_INSTEAD}`,
    'no-credit': () => `OpenAI has no credit left for this shop. ${DRAWS_INSTEAD}`,
    'model-unknown': () => `OpenAI no longer has the model in OPENAI_IMAGE_MODEL. ${DRAWS_INSTEAD}`,
  },
  mail: {
    refused: () => 'The mail server refuses this shop. Emails wait and are sent when it takes them again.',
    down: () => 'The mail server does not answer. Emails wait and are sent when it answers again.',
  },
  '*': {
    'read-only': (part) => `${part} can only be read. Nothing new is saved.`,
    full: (part) => `${part} is full. Nothing new is saved.`,
    refused: (part) => `${part} refuses connections.`,
    down: (part) => `${part} does not answer.`,
  },
};

function describePart(part: string, state: string, owner: string | undefined): string {
  const name = `${PARTS[part] ?? `The part “${part}”`}${owner ? ` of ${owner}` : ''}`;
  const describe = MESSAGES[part]?.[state] ?? MESSAGES['*']?.[state];
  return describe ? describe(name) : `${name} is ${state}.`;
}

const capitalise = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Reads the body of `/readyz`. Unknown parts and states are described neutrally; what can't be read is left out. */
export function listFailingParts(body: unknown): FailingPart[] {
  const { parts } = (body ?? {}) as { parts?: Record<string, { state?: unknown; parts?: Record<string, unknown> }> };
  return Object.entries(parts ?? {}).flatMap(([name, { state, parts: own }]) => {
    const service = SERVICES[name];
    if (!service) return state === 'up' || typeof state !== 'string' ? [] : [toPart(name, name, state)];
    const failing = Object.entries(own ?? {}).filter(([, each]) => each !== 'up');
    if (failing.length === 0 && state === 'down')
      return [{ key: name, message: `${capitalise(service)} does not answer.` }];
    return failing.map(([part, each]) => toPart(`${name} ${part}`, part, String(each), service));
  });
}

const toPart = (key: string, part: string, state: string, owner?: string): FailingPart => ({
  key,
  message: describePart(part, state, owner),
});

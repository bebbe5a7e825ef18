import type { Example, Operation, Caller as Who } from '@shop/contracts/api';
import type { PhotoFile } from '../support/pet-photo.ts';
import type { Person, Sending } from './person.ts';
import type { Made, TestShop } from './test-shop.ts';

const CALLERS: Record<Operation['access'], Who> = {
  public: 'anonymous',
  guest: 'a guest',
  session: 'a guest',
  user: 'a customer',
  admin: 'an admin',
  internal: 'anonymous',
};

const MORE_THAN_25_MB = 26 * 1024 * 1024;

async function fileOf(kind: Example['file'], testShop: TestShop): Promise<PhotoFile | undefined> {
  if (!kind || kind === 'none') return undefined;
  const photo = await testShop.pet();
  const buffers: Record<typeof kind, () => Buffer> = {
    photo: () => photo.buffer,
    text: () => Buffer.from('This is no picture.'),
    damaged: () => photo.buffer.subarray(0, photo.buffer.length / 2),
    huge: () => Buffer.concat([photo.buffer, Buffer.alloc(MORE_THAN_25_MB)]),
  };
  return { ...photo, buffer: buffers[kind]() };
}

/** The samples replaced by what was made. */
function filled<T>(value: T, made: Made): T {
  let text = JSON.stringify(value ?? null);
  for (const [sample, real] of made) text = text.replaceAll(sample, real);
  return (JSON.parse(text) ?? undefined) as T;
}

interface Call {
  caller: Person;
  path: string;
  sending: Sending;
}

/** Makes what an example needs, and the call: who sends what to which address. */
export async function prepare(testShop: TestShop, operation: Operation, example: Example): Promise<Call> {
  const who = example.as ?? CALLERS[operation.access];
  const caller = await testShop.person(who, example.given);
  const made = await testShop.make(example.given ?? [], caller, who);
  const params = filled(example.params ?? {}, made);
  const path = operation.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '');
  const sending = {
    query: example.query,
    headers: filled(example.headers, made),
    body: filled(example.body, made),
    file: await fileOf(example.file, testShop),
    isForm: operation.body === 'upload',
  };
  return { caller, path, sending };
}

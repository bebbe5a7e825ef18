import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { extract } from 'tar-stream';
import { jsonFile, tarAnswer, type PersonalFile } from './tar-response.js';

async function* these(...files: PersonalFile[]): AsyncGenerator<PersonalFile> {
  for (const file of files) yield await Promise.resolve(file);
}

async function read(files: AsyncIterable<PersonalFile>): Promise<Record<string, string>> {
  const tar = extract();
  const seen: Record<string, string> = {};
  tar.on('entry', ({ name }, body, next) => {
    void buffer(body).then((bytes) => {
      seen[name] = bytes.toString('utf8');
      next();
    });
  });
  const done = once(tar, 'finish');
  (await tarAnswer(files)).getStream().pipe(tar);
  await done;
  return seen;
}

const bytes = async (files: AsyncIterable<PersonalFile>): Promise<Buffer> =>
  buffer((await tarAnswer(files)).getStream());

describe('a tar of personal data', () => {
  it('holds each file as it was given, whatever it is made of', async () => {
    const facts = { name: 'Zoë 🐕', empty: '' };
    const seen = await read(
      these(
        jsonFile('orders.json', facts),
        { name: 'pictures/a.png', body: Buffer.alloc(70_000, 'x') },
        { name: 'note.txt', body: '' },
        { name: 'b.bin', body: Readable.from([Buffer.from('ab'), Buffer.from('c')]), size: 3 },
      ),
    );
    expect(JSON.parse(seen['orders.json'] ?? '')).toEqual(facts);
    expect(seen).toMatchObject({ 'pictures/a.png': 'x'.repeat(70_000), 'note.txt': '', 'b.bin': 'abc' });
  });

  it('of nobody’s things is an empty tar', async () => {
    expect(await read(these())).toEqual({});
  });

  it('keeps long names whole', async () => {
    const name = `pictures/${'a'.repeat(190)}.png`;
    expect(Object.keys(await read(these({ name, body: 'x' })))).toEqual([name]);
  });

  it('is told as application/x-tar', async () => {
    const answer = await tarAnswer(these());
    expect(answer.getHeaders().type).toBe('application/x-tar');
    answer.getStream().resume();
  });

  it('refuses before it begins where the first file cannot be read', async () => {
    async function* down(): AsyncGenerator<PersonalFile> {
      await Promise.reject(new Error('database away'));
      yield jsonFile('a.json', 1);
    }
    await expect(tarAnswer(down())).rejects.toThrow('database away');
  });

  it('breaks where a later file cannot be read', async () => {
    async function* half(): AsyncGenerator<PersonalFile> {
      yield jsonFile('a.json', 1);
      await Promise.reject(new Error('database away'));
    }
    await expect(bytes(half())).rejects.toThrow('database away');
  });

  it.each([
    [
      'breaks off',
      (): Readable =>
        Readable.from(
          (async function* () {
            yield await Promise.resolve(Buffer.from('ab'));
            throw new Error('disk away');
          })(),
        ),
    ],
    ['is shorter than was said', (): Readable => Readable.from([Buffer.from('ab')])],
    ['is longer than was said', (): Readable => Readable.from([Buffer.from('abcd')])],
  ])('breaks where a file %s', async (_, body) => {
    await expect(bytes(these({ name: 'a.bin', body: body(), size: 3 }, jsonFile('b.json', 1)))).rejects.toThrow();
  });

  it.each(['/etc/passwd', '../a', 'a/../b', 'a\\b', '', 'a//b', '.hidden', 'ä.json', 'C:a'])(
    'takes no file named %j',
    async (name) => {
      await expect(bytes(these({ name, body: 'x' }))).rejects.toThrow('no name for a file');
    },
  );

  it('reads no further than it is read, and lets go of everything when its reader leaves', async () => {
    let read = 0;
    let isOver = false;
    async function* many(): AsyncGenerator<PersonalFile> {
      try {
        for (; read < 1_000; read++) yield await Promise.resolve({ name: `${read}.bin`, body: Buffer.alloc(100_000) });
      } finally {
        isOver = true;
      }
    }
    const stream = (await tarAnswer(many())).getStream();
    await once(stream, 'readable');
    for (let turn = 0; turn < 100; turn++) await nextTurn();
    expect(read).toBeLessThan(5);
    stream.destroy();
    await once(stream, 'close');
    await nextTurn();
    expect(isOver).toBe(true);
  });

  it('closes the file that is on its way when its reader leaves', async () => {
    const body = new Readable({
      read() {
        this.push(Buffer.alloc(64 * 1024));
      },
    });
    const stream = (await tarAnswer(these({ name: 'a.bin', body, size: 1e12 }))).getStream();
    await once(stream, 'readable');
    const closed = once(body, 'close');
    stream.destroy();
    await closed;
    expect(body.destroyed).toBe(true);
  });
});

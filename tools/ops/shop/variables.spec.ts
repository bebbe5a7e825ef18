import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findEventsAddress } from '../events/events-address.ts';
import { readVariable } from './variables.ts';

const folder = mkdtempSync(join(tmpdir(), 'variables-'));
const file = join(folder, 'url');
writeFileSync(file, 'amqp://mounted\n');
afterAll(() => rmSync(folder, { recursive: true }));

describe('readVariable', () => {
  it.each([
    ['the variable', { URL: 'amqp://here' }, 'amqp://here'],
    ['the file', { URL: '', URL_FILE: file }, 'amqp://mounted'],
    [
      'the variable that the operator sets in a container with a file',
      { URL: 'amqp://here', URL_FILE: file },
      'amqp://here',
    ],
    ['nothing', { URL: '', URL_FILE: '' }, undefined],
  ])('reads %s', (_, env, expected) => expect(readVariable('URL', env)).toBe(expected));

  it('names the variable of a file that is missing', () =>
    expect(() => readVariable('URL', { URL_FILE: `${file}.gone` })).toThrow("URL_FILE can't be read (ENOENT)"));

  it('is how the broker is found', () =>
    expect(findEventsAddress({ RABBITMQ_URL_FILE: file }, undefined)).toEqual({
      rabbitmqUrl: 'amqp://mounted',
      namespace: 'shop',
    }));

  it('is how each command in the images reads its variables', () => {
    const root = join(import.meta.dirname, '..');
    const commands = globSync('{admin,audit,events,jobs,mail,orders,printer}/*.ts', { cwd: root });
    const others = [...commands, 'shop/service-databases.ts'].filter(
      (path) => !path.endsWith('.spec.ts') && /process\.env\b(?!,)/.test(readFileSync(join(root, path), 'utf8')),
    );
    expect(others).toEqual([]);
  });
});

/**
 * `npm run art:characters`: writes the table of characters that the lettering's fonts have to libs/contracts. Run it
 * after a change of fonts. `-- --check` only compares, and fails if the table is out of date.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Coverage {
  readonly createTable: () => Promise<string>;
}

const ROOT = join(import.meta.dirname, '../../..');
const { createTable } = (await import(join(ROOT, 'libs/art-engine/test/printable-characters.ts'))) as Coverage;

const TABLE = join(ROOT, 'libs/contracts/art/src/printable-characters.table.ts');
const table = await createTable();
const isChanged = (await readFile(TABLE, 'utf8').catch(() => '')) !== table;
const isCheck = process.argv.includes('--check');
if (isChanged && !isCheck) await writeFile(TABLE, table);
console.log(isChanged ? `${TABLE} ${isCheck ? 'is out of date' : 'is written'}` : 'The table is up to date');
process.exitCode = isChanged && isCheck ? 1 : 0;

/** `npm run mail:compile`: letter.mjml → letter-parts.ts, which is what support-svc fills in. */
import { readFileSync, writeFileSync } from 'node:fs';
import { compileLetter, partsFile } from './compile-letter.ts';
import { PARTS_FILE, TEMPLATE_FILE } from './letter-files.ts';

writeFileSync(PARTS_FILE, partsFile(await compileLetter(readFileSync(TEMPLATE_FILE, 'utf8'))));
console.log(`Wrote ${PARTS_FILE}`);

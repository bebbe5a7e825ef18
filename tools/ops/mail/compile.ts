/** `npm run mail:compile`: compiles email.mjml to email-parts.ts, which support-svc fills in. */
import { readFileSync, writeFileSync } from 'node:fs';
import { compileTemplate, toPartsFile } from './compile-template.ts';
import { PARTS_FILE, TEMPLATE_FILE } from './email-files.ts';

writeFileSync(PARTS_FILE, toPartsFile(await compileTemplate(readFileSync(TEMPLATE_FILE, 'utf8'))));
console.log(`Wrote ${PARTS_FILE}`);

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../shop/settings.ts';
import { compileTemplate, toPartsFile } from './compile-template.ts';
import { PARTS_FILE, TEMPLATE_FILE } from './email-files.ts';

const source = readFileSync(TEMPLATE_FILE, 'utf8');

describe('the email template', () => {
  it('is compiled to email-parts.ts (npm run mail:compile)', async () => {
    expect(readFileSync(PARTS_FILE, 'utf8')).toBe(toPartsFile(await compileTemplate(source)));
  });

  it('uses only colours of the shop', () => {
    const known = new Set(
      readFileSync(join(PROJECT_ROOT, 'libs/web/ui/src/styles/colours.css'), 'utf8').match(/#[0-9a-f]{6}\b/g),
    );
    expect([...new Set(source.match(/#[0-9a-f]{6}\b/g))].filter((colour) => !known.has(colour))).toEqual([]);
  });

  it('rejects invalid MJML and duplicate parts', async () => {
    await expect(compileTemplate('<mjml><mj-body><mj-colum /></mj-body></mjml>')).rejects.toThrow('mj-colum');
    await expect(
      compileTemplate(
        '<mjml><mj-body><mj-raw><!--part:a--><!--/part:a--><!--part:a--><!--/part:a--></mj-raw></mj-body></mjml>',
      ),
    ).rejects.toThrow('two parts a');
  });
});

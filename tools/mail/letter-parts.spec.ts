import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../shop/settings.ts';
import { compileLetter, partsFile } from './compile-letter.ts';
import { PARTS_FILE, TEMPLATE_FILE } from './letter-files.ts';

const source = readFileSync(TEMPLATE_FILE, 'utf8');

describe('the template of letters', () => {
  it('is compiled: npm run mail:compile', async () => {
    expect(readFileSync(PARTS_FILE, 'utf8')).toBe(partsFile(await compileLetter(source)));
  });

  it('has no colour that the shop has not', () => {
    const known = new Set(
      readFileSync(join(PROJECT_ROOT, 'libs/web/ui/src/styles/colours.css'), 'utf8').match(/#[0-9a-f]{6}\b/g),
    );
    expect([...new Set(source.match(/#[0-9a-f]{6}\b/g))].filter((colour) => !known.has(colour))).toEqual([]);
  });

  it('refuses what is no MJML', async () => {
    await expect(compileLetter('<mjml><mj-body><mj-colum /></mj-body></mjml>')).rejects.toThrow('mj-colum');
    await expect(
      compileLetter(
        '<mjml><mj-body><mj-raw><!--part:a--><!--/part:a--><!--part:a--><!--/part:a--></mj-raw></mj-body></mjml>',
      ),
    ).rejects.toThrow('two parts a');
  });
});

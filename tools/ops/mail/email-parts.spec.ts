import { readFileSync } from 'node:fs';
import { compileTemplate, toPartsFile } from './compile-template.ts';
import { PARTS_FILE, TEMPLATE_FILE } from './email-files.ts';

const source = readFileSync(TEMPLATE_FILE, 'utf8');

describe('the email template', () => {
  it('is compiled to email-parts.ts (npm run mail:compile)', async () => {
    expect(readFileSync(PARTS_FILE, 'utf8')).toBe(toPartsFile(await compileTemplate(source)));
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

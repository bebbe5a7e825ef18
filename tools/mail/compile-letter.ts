import mjml2html from 'mjml';

/** The frame of a letter and its parts by name, as HTML with {{slots}}. */
export type LetterParts = Record<string, string>;

const PART = /<!--part:(\w+)-->((?:(?!<!--part:)[\s\S])*?)<!--\/part:\1-->/;
const BLOCKS = /<!--blocks-->[\s\S]*<!--\/blocks-->/;

/** Space between tags is nothing to a mail program, but every letter would carry it. */
const squeezed = (html: string): string =>
  html
    .replace(/>\s*\n\s*</g, '>\n<')
    .replace(/[ \t]+/g, ' ')
    .replace(/\n\s*/g, '\n')
    .trim();

/** Compiles MJML to HTML for mail programs, and cuts it at its comments. Inner parts leave a {{{slot}}} of their name in the outer. */
export async function compileLetter(source: string): Promise<LetterParts> {
  // Without the fonts that MJML would fetch from elsewhere for the sake of their names.
  const { html, errors } = await mjml2html(source, {
    validationLevel: 'strict',
    keepComments: true,
    minify: false,
    fonts: {},
  });
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const parts: LetterParts = {};
  let rest = html;
  for (let found = PART.exec(rest); found; found = PART.exec(rest)) {
    const [whole, name = '', part = ''] = found;
    if (parts[name] !== undefined) throw new Error(`There are two parts ${name}`);
    parts[name] = squeezed(part);
    rest = rest.replace(whole, `{{{${name}}}}`);
  }
  const frame = rest.replace(BLOCKS, '{{{blocks}}}').replace(/<!--(?![[<])[^[]*?-->/g, '');
  return { frame: squeezed(frame), ...parts };
}

/** The TypeScript file of the parts. */
export function partsFile(parts: LetterParts): string {
  const entries = Object.entries(parts).map(([name, html]) => `  ${name}: ${JSON.stringify(html)},`);
  return `// Made from letter.mjml by \`npm run mail:compile\`; not to be changed by hand.\nexport const LETTER_PARTS = {\n${entries.join('\n')}\n} as const;\n`;
}

import mjml2html from 'mjml';

/** The frame of an email and its parts by name, as HTML with {{slots}}. */
export type EmailParts = Record<string, string>;

const PART = /<!--part:(\w+)-->((?:(?!<!--part:)[\s\S])*?)<!--\/part:\1-->/;
const BLOCKS = /<!--blocks-->[\s\S]*<!--\/blocks-->/;

/** Mail programs ignore space between tags, and it would make every email larger. */
const removeWhitespace = (html: string): string =>
  html
    .replace(/>\s*\n\s*</g, '>\n<')
    .replace(/[ \t]+/g, ' ')
    .replace(/\n\s*/g, '\n')
    .trim();

/**
 * Compiles MJML to HTML for mail programs and cuts it at its `part:` comments. An inner part leaves a {{{slot}}} with its name in the outer part.
 * Throws for invalid MJML, and where two parts have one name.
 */
export async function compileTemplate(source: string): Promise<EmailParts> {
  // MJML would otherwise link web fonts from other hosts.
  const { html, errors } = await mjml2html(source, {
    validationLevel: 'strict',
    keepComments: true,
    minify: false,
    fonts: {},
  });
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const parts: EmailParts = {};
  let rest = html;
  for (let found = PART.exec(rest); found; found = PART.exec(rest)) {
    const [whole, name = '', part = ''] = found;
    if (parts[name] !== undefined) throw new Error(`There are two parts ${name}`);
    parts[name] = removeWhitespace(part);
    rest = rest.replace(whole, `{{{${name}}}}`);
  }
  const frame = rest.replace(BLOCKS, '{{{blocks}}}').replace(/<!--(?![[<])[^[]*?-->/g, '');
  return { frame: removeWhitespace(frame), ...parts };
}

/** The content of email-parts.ts. */
export function toPartsFile(parts: EmailParts): string {
  const entries = Object.entries(parts).map(([name, html]) => `  ${name}: ${JSON.stringify(html)},`);
  return `// Generated from email.mjml by \`npm run mail:compile\`. Do not edit.\nexport const EMAIL_PARTS = {\n${entries.join('\n')}\n} as const;\n`;
}

/** What is used of MJML, which comes without types. */
declare module 'mjml' {
  interface MjmlOptions {
    validationLevel: 'strict';
    keepComments: boolean;
    minify: boolean;
    fonts: Record<string, string>;
  }
  interface MjmlResult {
    html: string;
    errors: { formattedMessage: string }[];
  }
  const mjml2html: (source: string, options: MjmlOptions) => Promise<MjmlResult>;
  export default mjml2html;
}

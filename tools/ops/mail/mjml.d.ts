/** MJML has no types of its own; this declares the part in use. */
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

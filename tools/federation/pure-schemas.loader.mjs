/**
 * Marks the calls that build the schemas of contracts as pure. zod marks its functions itself, but minifiers see one module
 * at a time, so without this mark a page downloads every schema of a file of which it uses one.
 */
const SCHEMA_CALL = /\bz\.\w+\(|(?<=^(?:export )?const \w+ = )[a-z]\w*\(/gm;

/** @param {string} source */
export default function markSchemasPure(source) {
  return source.replace(SCHEMA_CALL, '/* @__PURE__ */ $&');
}

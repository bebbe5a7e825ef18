/**
 * In place of zod's writer of JSON Schema, which each schema class drags along (5 kB compressed) and no browser here
 * ever calls. Any export of it can be named; using one throws.
 */
const missing = () => {
  throw new Error('JSON Schema is left out of the browser build');
};

module.exports = new Proxy(
  { __esModule: true },
  { get: (own, name) => own[name] ?? (String(name).startsWith('create') ? () => missing : missing) },
);

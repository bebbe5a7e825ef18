const SECRET = /PASS|SECRET|KEY|TOKEN|AUTH/i;
const PUBLIC = /PUBLIC|PUBLISHABLE/i;
const isSecret = (name: string): boolean => SECRET.test(name) && !PUBLIC.test(name);

/** `${NAME}`, `${NAME:?message}` and `${NAME:-}`: a value from outside without a default. */
const FROM_OUTSIDE = /\$\{[A-Z0-9_]+(:\?[^}]*|:-)?\}/g;
const isFromOutside = (value: string): boolean => value === '' || value.replace(FROM_OUTSIDE, '') === '';

/** Whether the text has an address with a literal password. */
function containsPassword(text: string): boolean {
  const users = [...text.matchAll(/:\/\/([^\s@]+)@/g)].map(([, user = '']) => user.replace(FROM_OUTSIDE, '$'));
  return users.some((user) => user.includes(':') && user.slice(user.lastIndexOf(':') + 1) !== '$');
}

/** Whether the text is JSON with a literal password. */
const containsJsonPassword = (text: string): boolean =>
  [...text.matchAll(/"password":\s*"([^"]*)"/g)].some(([, value = '']) => !isFromOutside(value));

/** Finds `--flag value`, `--flag=value` and `NAME=value` in commands and in environments that are lists. */
function findInArguments(words: readonly string[]): string[] {
  return words.filter((word, index) => {
    const [, name = '', value = words[index + 1] ?? ''] = /^(--?[\w-]+|[A-Z0-9_]+(?==))(?:=(.*))?$/s.exec(word) ?? [];
    return isSecret(name) && !isFromOutside(value);
  });
}

/**
 * Paths of literal secrets in a parsed compose file: values with the name of a secret, arguments of commands, passwords in addresses
 * and in JSON.
 */
export function findSecrets(node: unknown, path = ''): string[] {
  if (Array.isArray(node))
    return [
      ...findInArguments(node.map(String)).map((word) => `${path} ${word}`),
      ...node.flatMap((part) => findSecrets(part, path)),
    ];
  if (typeof node === 'object' && node !== null)
    return Object.entries(node).flatMap(([name, value]) => findSecrets(value, path ? `${path}.${name}` : name));
  if (typeof node !== 'string' && typeof node !== 'number') return [];
  const text = String(node);
  const name = path.split('.').at(-1) ?? '';
  if (/^(command|entrypoint|test)$/.test(name) && text.includes(' ')) return findSecrets(text.split(/\s+/), path);
  const isSecretValue =
    containsPassword(text) ||
    containsJsonPassword(text) ||
    (/^[A-Z0-9_]+$/.test(name) && isSecret(name) && !isFromOutside(text));
  return isSecretValue ? [path] : [];
}

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The workspace in which npm was called. */
export const ROOT = process.cwd();

export const read = (path) => readFileSync(join(ROOT, path), 'utf8');
export const exists = (path) => existsSync(join(ROOT, path));
export const SERVICES = readdirSync(join(ROOT, 'apps')).filter((name) => name.endsWith('-svc'));
export const getScope = (service) => service.replace('-svc', '');

const KEBAB = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
export const validateKebabCase = (text) => KEBAB.test(text) || 'Please use lower case, digits and hyphens: gift-wrap';

/** Changes a file by a function from old to new text. Returns the path, which plop prints. */
export function editFile(path, change) {
  writeFileSync(join(ROOT, path), change(read(path)));
  return path;
}

/** Adds an import after the last one. */
export function addImport(source, line) {
  if (source.includes(line)) return source;
  const imports = [...source.matchAll(/^import [^;]+;$/gm)];
  const last = imports.at(-1);
  const at = last ? last.index + last[0].length : 0;
  return `${source.slice(0, at)}\n${line}${source.slice(at)}`;
}

/** Adds an element to the array literal at the first match of `start`, which must end with the opening bracket. */
export function addElement(source, start, element) {
  const match = start.exec(source);
  if (!match) throw new Error(`${start} was not found`);
  const open = match.index + match[0].length - 1;
  const close = findClosingBracket(source, open);
  const inside = source.slice(open + 1, close);
  const indent = /\n(\s*)\S/.exec(inside)?.[1];
  if (inside.trim() === '') return `${source.slice(0, open + 1)}${element}${source.slice(close)}`;
  if (indent === undefined) return `${source.slice(0, close)}, ${element}${source.slice(close)}`;
  const trimmed = inside.trimEnd().replace(/,$/, '');
  return `${source.slice(0, open + 1)}${trimmed},\n${indent}${element},${inside.slice(inside.trimEnd().length)}${source.slice(close)}`;
}

function findClosingBracket(source, open) {
  let depth = 0;
  for (let at = open; at < source.length; at += 1) {
    if ('[({'.includes(source[at])) depth += 1;
    else if ('])}'.includes(source[at]) && (depth -= 1) === 0) return at;
  }
  throw new Error('A bracket is not closed');
}

/** Folder, list, number and class name for a new migration of a service. */
export function nextMigration(service, pascalName) {
  const folder = `apps/${service}/src/database/migrations`;
  const numbers = readdirSync(join(ROOT, folder))
    .map((name) => Number(name.slice(0, 4)))
    .filter((number) => number > 0);
  const number = String(Math.max(0, ...numbers) + 1).padStart(4, '0');
  return { folder, number, list: `${folder}.ts`, className: `${pascalName}${Date.now()}` };
}

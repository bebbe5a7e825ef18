/** Which statements of a migration break the version before, which still runs on the database? */

const NAME = String.raw`(?:"[^"]+"|[\w.]+)`;
/** The rest of a column's definition. */
const DEFINITION = String.raw`(?:\([^)]*\)|[^,;(])*`;
const NO_COLUMN = String.raw`(?!(?:CONSTRAINT|CHECK|UNIQUE|EXCLUDE|PRIMARY|FOREIGN|COLUMN|NOT|DEFAULT|IDENTITY|EXPRESSION|GENERATED|VALUE|IF)\b)`;

/** Statements that the version before would fail on, or whose rows it would not write. */
const DESTRUCTIVE = [
  String.raw`\bDROP (?:TABLE|COLUMN|(?:MATERIALIZED )?VIEW|TYPE|FUNCTION|SCHEMA|SEQUENCE|DEFAULT)\b`,
  String.raw`\bALTER TABLE [^;]*\bDROP (?:IF EXISTS )?${NO_COLUMN}${NAME}`,
  String.raw`\bRENAME\b`,
  String.raw`\bSET (?:NOT NULL|SCHEMA)\b`,
  String.raw`\bALTER (?:COLUMN )?${NAME} (?:SET DATA )?TYPE\b`,
  String.raw`\bADD (?:COLUMN )?(?:IF NOT EXISTS )?${NO_COLUMN}${NAME} (?!${DEFINITION}\b(?:DEFAULT|GENERATED)\b)${DEFINITION}\bNOT NULL\b`,
  String.raw`\bADD (?:CONSTRAINT ${NAME} )?(?:CHECK|UNIQUE|EXCLUDE)\b`,
  String.raw`\bCREATE UNIQUE INDEX\b`,
].map((pattern) => new RegExp(pattern.replaceAll(' ', String.raw`\s+`), 'i'));

const CREATED = new RegExp(String.raw`\bCREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(${NAME})`, 'i');
const CHANGED = new RegExp(String.raw`\b(?:ALTER\s+TABLE|INDEX[^(;]*\sON)\s+(?:IF\s+EXISTS\s+|ONLY\s+)*(${NAME})`, 'i');

const findTable = (pattern: RegExp, statement: string): string | undefined =>
  pattern.exec(statement)?.[1]?.replaceAll('"', '');

/** The part of each pattern that a statement has, such as `DROP COLUMN`. What happens to a table of the same migration breaks nothing. */
export function findDestructiveParts(queries: readonly string[]): string[] {
  const statements = queries.flatMap((query) => query.split(';'));
  const created = new Set(statements.map((statement) => findTable(CREATED, statement)));
  const parts = statements.flatMap((statement) => {
    const table = findTable(CHANGED, statement);
    if (table !== undefined && created.has(table)) return [];
    return DESTRUCTIVE.flatMap((pattern) => pattern.exec(statement)?.[0].replaceAll(/\s+/g, ' ') ?? []);
  });
  return [...new Set(parts)];
}

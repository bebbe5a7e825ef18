/** The README.txt of an archive: title, date, and the contents of each folder. */
import type { ArchiveRoute } from '../routes.js';

export function createReadme({ title, parts }: Pick<ArchiveRoute['archive'], 'title' | 'parts'>, at: Date): string {
  const width = Math.max(0, ...parts.map(({ folder }) => folder.length)) + 3;
  const moment = `${at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })}, ${at.toISOString().slice(11, 16)} UTC`;
  const lines = parts.map(({ folder, contents }) => `${`${folder}/`.padEnd(width)}${contents}`);
  return [
    title,
    `As of ${moment}.`,
    '',
    ...lines,
    '',
    'Facts are in JSON files, which any text editor opens. Pictures are as we keep them.',
    '',
  ].join('\n');
}

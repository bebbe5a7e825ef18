import type { Stack } from '../../dev/stack/stack.ts';

interface LogLine {
  level: number;
  time: number;
  msg?: string;
  event?: string;
  reason?: string;
  err?: { message?: string };
}

const WARNING = 40;
const LINES = 3;

/** The last warnings and errors of each process since a time: a call's answer says less, and an event has no answer. */
export function listWarnings({ processes, logs }: Pick<Stack, 'processes' | 'logs'>, since: number): string[] {
  return processes.flatMap((name) =>
    logs(name)
      .split('\n')
      .filter((line) => line.startsWith('{"level":'))
      .map((line) => JSON.parse(line) as LogLine)
      .filter(({ level, time }) => level >= WARNING && time >= since)
      .map(({ msg, event, reason, err }) =>
        [`${name}: ${msg}`, event, reason ?? err?.message].filter(Boolean).join(', '),
      )
      .filter((line, index, lines) => lines.indexOf(line) === index)
      .slice(-LINES),
  );
}

/** What a worker says when a batch of runs holds: `held <from> <runs>`. */
const HELD = /^held (\d+) (\d+)$/;

export interface Batch {
  from: number;
  runs: number;
}

export function batchOf(line: string): Batch | null {
  const [, from, runs] = HELD.exec(line.trim()) ?? [];
  return from === undefined || runs === undefined ? null : { from: Number(from), runs: Number(runs) };
}

/** Which runs hold so far. Workers take turns with the batches, so that one may be ahead of another. */
export class Progress {
  private readonly held = new Map<number, number>();
  private readonly from: number;

  constructor(from: number) {
    this.from = from;
  }

  add({ from, runs }: Batch): void {
    this.held.set(from, runs);
  }

  get count(): number {
    return [...this.held.values()].reduce((sum, runs) => sum + runs, 0);
  }

  /** All runs before this one hold: a proof that was ended goes on here. */
  get next(): number {
    let next = this.from;
    for (let runs = this.held.get(next); runs !== undefined; runs = this.held.get(next)) next += runs;
    return next;
  }
}

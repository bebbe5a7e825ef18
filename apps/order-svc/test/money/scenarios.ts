import { DomainError } from '@shop/contracts-common';
import type fc from 'fast-check';
import type { Crash, ProcessResult } from './statement-scheduler.js';
import type { Command, CommandRunner } from './command-runner.js';
import type { ModelShop } from './model-shop.js';
import type { ConnectionFault } from './provider-connection.js';

/** The limit of statements in one command, within which its process may crash. */
export const MAX_STATEMENTS = 250;

/** What the generator knows before a command runs, to skip commands that can't do anything yet. */
export interface ModelState {
  isShipped: boolean;
  isPaid: boolean;
}

export interface TestRun {
  shop: ModelShop;
  runner: CommandRunner;
  /** Webhooks that the shop accepted. */
  delivered: Set<string>;
}

export interface ScriptedCommand extends Partial<ConnectionFault> {
  command: Command;
  crash: Crash | null;
}

const ALWAYS_POSSIBLE: ReadonlySet<Command['kind']> = new Set([
  'submitShipping',
  'addItem',
  'setQuantity',
  'removeItem',
  'changePrice',
  'signIn',
]);
const AFTER_PAYMENT: ReadonlySet<Command['kind']> = new Set([
  'settleBank',
  'deliverWebhook',
  'startProcessing',
  'cancelAsCustomer',
  'refund',
  'refundAtProvider',
  'completePrintFiles',
  'printFileCompleted',
  'printFileFailed',
  'remakePrintFiles',
  'endChangeWindow',
  'submitToPrinter',
  'pollPrinter',
  'changePlacement',
  'changeSize',
  'changeAddress',
  'resolveDiscrepancy',
  'shipManually',
  'advancePrinter',
  'openReview',
  'closeReview',
  'warnOfFraud',
  'dispute',
  'winDispute',
  'continuePrinting',
  'requestReprint',
  'cancelReprint',
  'pollReprint',
  'confirmReprintFiles',
  'submitReprints',
  'sendParcel',
  'returnParcel',
  'settleReturn',
  'assumeDeliveries',
  'askCustomer',
  'answerQuestion',
  'closeQuestion',
]);
const PAYMENT_COMMANDS: ReadonlySet<Command['kind']> = new Set(['pay', 'payOnPage', 'answerChallenge']);

/** A DomainError is a valid response. Any other error is a failure. */
function findUnexpectedError(result: ProcessResult): string | null {
  if (result.outcome !== 'failed' || result.error instanceof DomainError) return null;
  return result.error instanceof Error ? (result.error.stack ?? result.error.message) : String(result.error);
}

/**
 * Commands that run concurrently. `choices` gives the sequence of their statements, and some of their processes crash.
 */
export class ConcurrentCommands implements fc.AsyncCommand<ModelState, TestRun> {
  constructor(
    private readonly commands: readonly ScriptedCommand[],
    private readonly choices: readonly number[],
  ) {}

  check({ isShipped, isPaid }: Readonly<ModelState>): boolean {
    const kinds = this.commands.map(({ command }) => command.kind);
    const mayBePaid = isPaid || (isShipped && kinds.some((kind) => PAYMENT_COMMANDS.has(kind)));
    return kinds.some((kind) => ALWAYS_POSSIBLE.has(kind) || (AFTER_PAYMENT.has(kind) ? mayBePaid : isShipped));
  }

  async run(state: ModelState, { shop, runner, delivered }: TestRun): Promise<void> {
    this.updateState(state);
    const processes = this.commands.map(({ command, crash, lostFrom = null, isIntentRejected = false }) => ({
      crash,
      run: () => shop.providerConnection.withFault({ lostFrom, isIntentRejected }, () => runner.runCommand(command)),
    }));
    const results = await shop.scheduler.runProcesses(processes, this.choices);
    runner.changes.endStep();
    const mostStatements = Math.max(...results.map(({ statements }) => statements));
    if (mostStatements > MAX_STATEMENTS)
      throw new Error(
        `${mostStatements} statements in one command, so that no crash reaches the last one: MAX_STATEMENTS is ${MAX_STATEMENTS}`,
      );
    const errors = results.map(findUnexpectedError).filter((fault) => fault !== null);
    if (errors.length > 0) throw new Error(`unexpected errors: ${errors.join('\n')}`);
    for (const [index, result] of results.entries()) {
      if (
        this.commands[index]?.command.kind === 'deliverWebhook' &&
        result.outcome === 'completed' &&
        typeof result.value === 'string'
      )
        delivered.add(result.value);
    }
  }

  toString(): string {
    const descriptions = this.commands.map(
      ({ command, crash, lostFrom, isIntentRejected }) =>
        `${JSON.stringify(command)}${lostFrom ? ` loses responses from ${lostFrom} on` : ''}${isIntentRejected ? ' gets no intent' : ''}${crash ? ` crashes ${crash.isAfterStatement ? 'after' : 'before'} its statement ${crash.atStatement}` : ''}`,
    );
    return descriptions.length === 1
      ? descriptions[0]!
      : `concurrently [${descriptions.join(', ')}] in the order ${this.choices.join(' ')}`;
  }

  private updateState(state: ModelState): void {
    if (state.isShipped && this.commands.some(({ command }) => PAYMENT_COMMANDS.has(command.kind))) state.isPaid = true;
    if (this.commands.some(({ command }) => command.kind === 'submitShipping')) state.isShipped = true;
  }
}

export const single = (command: Command, crash: Crash | null = null): ConcurrentCommands =>
  new ConcurrentCommands([{ command, crash }], []);

/** Several steps in sequence that random commands would rarely form. */
export class Scenario implements fc.AsyncCommand<ModelState, TestRun> {
  constructor(private readonly steps: readonly ConcurrentCommands[]) {}

  check(): boolean {
    return true;
  }

  async run(state: ModelState, testRun: TestRun): Promise<void> {
    for (const step of this.steps) await step.run(state, testRun);
  }

  toString(): string {
    return this.steps.join(', then ');
  }
}

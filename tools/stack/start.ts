/** `npm start`: the whole shop on this machine. */
import { consoleReporter } from './reporter.ts';
import { runUntilStopped } from './run-until-stopped.ts';
import { startStack } from './stack.ts';
import { summaryOf } from './summary.ts';

await runUntilStopped(async (signal) => {
  const stack = await startStack({ reporter: consoleReporter(), signal });
  console.log(summaryOf(stack));
  return stack;
});

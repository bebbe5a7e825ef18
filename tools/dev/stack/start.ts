/** `npm start`: runs the whole shop on this machine. */
import { runUntilStopped } from './run-until-stopped.ts';
import { startStack } from './stack.ts';
import { formatSummary } from './summary.ts';

await runUntilStopped(async (signal) => {
  const stack = await startStack({ signal });
  console.log(formatSummary(stack));
  return stack;
});

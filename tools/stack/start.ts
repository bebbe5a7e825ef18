/** `npm start`: the whole shop on this machine. */
import { runUntilStopped } from './run-until-stopped.ts';
import { startStack } from './stack.ts';
import { summaryOf } from './summary.ts';

await runUntilStopped(async (signal) => {
  const stack = await startStack({ signal });
  console.log(summaryOf(stack));
  return stack;
});

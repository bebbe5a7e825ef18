// Asks the app in this container how it is: node healthcheck.mjs /readyz. Exits 0 when the answer is 200.
const path = process.argv[2] ?? '/healthz';
const answer = await fetch(`http://127.0.0.1:${process.env.PORT}${path}`, { signal: AbortSignal.timeout(4000) }).catch(
  (error) => ({ status: error.message }),
);
if (answer.status !== 200) {
  console.error(`${path} answers ${answer.status}`);
  process.exitCode = 1;
}

// Checks the app in this container: node healthcheck.mjs /readyz. Exits with 0 if the status is 200.
const path = process.argv[2] ?? '/healthz';
const response = await fetch(`http://127.0.0.1:${process.env.PORT}${path}`, {
  signal: AbortSignal.timeout(4000),
}).catch((error) => ({ status: error.message }));
if (response.status !== 200) {
  console.error(`${path} responded with ${response.status}`);
  process.exitCode = 1;
}

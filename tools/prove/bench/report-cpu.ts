/** Loaded with `--import` into a process of a benchmark: answers the IPC message `cpu` with the used processor time in microseconds. */
process.on('message', (question) => {
  const { user, system } = process.cpuUsage();
  if (question === 'cpu') process.send?.({ cpuUs: user + system });
});

/** Brought into a part of a bench by `--import`: it tells its processor time so far, in microseconds, whenever it is asked over IPC. */
process.on('message', (question) => {
  const { user, system } = process.cpuUsage();
  if (question === 'cpu') process.send?.({ cpuUs: user + system });
});

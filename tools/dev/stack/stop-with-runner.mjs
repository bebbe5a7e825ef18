// Preloaded into every service: when the runner dies, the IPC channel closes and the service stops.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

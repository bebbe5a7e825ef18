// Preloaded into every service the runner starts (node --import). The IPC channel lives as long as the runner: when the
// runner dies, however it dies, the service stops by itself, the way it stops at SIGTERM.
import { setSourceMapsSupport } from 'node:module';

const STOP_WITHIN_MS = 6000;

// Our own lines are named in errors; the maps of all packages, which `--enable-source-maps` reads too, take a tenth of a start.
setSourceMapsSupport(true, { nodeModules: false });

process.channel?.unref(); // the channel alone must not keep a finished service alive
process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
});

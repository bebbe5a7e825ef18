import { COMMITTED_WEIGHTS_PATH, NetworkProcess } from './network-process.js';

export interface SubjectFinderOptions {
  /** Path of U²-Net-p's weights; undefined: the file in this library. */
  readonly weightsPath?: string | undefined;
}

export interface FinderCheck {
  readonly source: 'network' | 'contrast';
  /** A clause for the log: what was loaded, or why it was not. */
  readonly reason: string;
}

let network: NetworkProcess | null = null;

/** The network's process of this thread. It starts at the first request. */
export function networkProcess({ weightsPath = COMMITTED_WEIGHTS_PATH }: SubjectFinderOptions = {}): NetworkProcess {
  if (network?.weightsPath === weightsPath) return network;
  network?.release();
  network = new NetworkProcess(weightsPath);
  return network;
}

/** Ends the network's process of this thread. It also ends without this call: when idle, and with its thread. */
export function releaseSubjectFinder(): void {
  network?.release();
  network = null;
}

/** Loads the network once, and returns how `cutOutPhoto` will find the animal and why. For the service's log. */
export async function checkSubjectFinder({
  weightsPath = COMMITTED_WEIGHTS_PATH,
}: SubjectFinderOptions = {}): Promise<FinderCheck> {
  const tried = new NetworkProcess(weightsPath);
  try {
    await tried.load();
    return { source: 'network', reason: `the network's weights ${weightsPath} are loaded` };
  } catch (error) {
    return { source: 'contrast', reason: error instanceof Error ? error.message : String(error) };
  } finally {
    tried.release();
  }
}

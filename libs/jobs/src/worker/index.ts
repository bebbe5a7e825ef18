export {
  failPermanently,
  installJobs,
  isPredecessorRunning,
  listDeadJobs,
  MAX_STARTS,
  replayDeadJobs,
  runAgain,
  type DeadJob,
  type RunSql,
} from './job-store.js';
export type { CronEntry, JobLog, JobRun, JobTask } from './job-task.js';
export { JobInterrupted, JobWorkers } from './job-workers.js';

export {
  DEAD_JOB_DAYS,
  deleteOldDeadJobs,
  failPermanently,
  installJobs,
  isPredecessorRunning,
  JOB_CONNECTIONS,
  listDeadJobs,
  MAX_STARTS,
  readJobQueues,
  replayDeadJobs,
  runAgain,
  toScalingQuery,
  type CronEntry,
  type DeadJob,
  type JobLog,
  type JobQueueState,
  type JobRun,
  type JobTask,
  type RunSql,
} from './job-store.js';
export { JobInterrupted, JobWorkers } from './job-workers.js';
export { LOCK_CONNECTIONS } from './worker-locks.js';

export { Cron, defineJob, HandleJob, PermanentJobError, type JobContext, type JobDefinition } from './define-job.js';
export { deleteOldRows, type OldRows } from './delete-old-rows.js';
export { JobQueue } from './job-queue.js';
export { JobRunner, type JobOverrides, type Schedule } from './job-runner.js';
export { JobsModule } from './jobs.module.js';
export { isOutage, OutageError } from './outage.js';
export { DEAD_JOB_DAYS, JobInterrupted } from './worker/index.js';

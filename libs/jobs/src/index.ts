export { defineJob, OutageError, PermanentJobError, type JobDefinition } from './define-job.js';
export { Cron, HandleJob, type JobContext } from './job-handlers.js';
export { JobQueue } from './job-queue.js';
export { JobRunner, type JobOverrides } from './job-runner.js';
export { JobsModule } from './jobs.module.js';
export { JobInterrupted } from './worker/index.js';

import { Inject, Injectable, Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Cron, defineJob, HandleJob, JobQueue, JobsModule, type JobContext } from '@shop/jobs';
import { installJobs } from '@shop/jobs/worker';
import { DataSource } from 'typeorm';

export interface Work {
  name: string;
}

export const work = defineJob<Work>('work', {
  timeoutMs: 60_000,
  concurrency: 2,
  maxAttempts: 3,
  retryDelaysMs: [20, 40],
});
export const quick = defineJob<Work>('quick', { timeoutMs: 150, maxAttempts: 1 });

type Handle = (data: Work, job: JobContext) => Promise<void>;

/** What the handlers do; a test sets it. */
export abstract class Behaviour {
  work: Handle = () => Promise.resolve();
  tick: () => Promise<void> = () => Promise.resolve();
}

@Injectable()
export class Handlers {
  constructor(@Inject(Behaviour) private readonly behaviour: Behaviour) {}

  @HandleJob(work)
  run(data: Work, job: JobContext): Promise<void> {
    return this.behaviour.work(data, job);
  }

  @HandleJob(quick)
  runQuick(data: Work, job: JobContext): Promise<void> {
    return this.behaviour.work(data, job);
  }

  @Cron('* * * * *', { name: 'tick' })
  tick(): Promise<void> {
    return this.behaviour.tick();
  }
}

@Module({})
class JobsApp {}

const jobsApp = (url: string, behaviour: Behaviour, takeoverAfterMs?: number): DynamicModule => ({
  module: JobsApp,
  imports: [JobsModule.forRoot({ url, takeoverAfterMs })],
  providers: [{ provide: Behaviour, useValue: behaviour }, Handlers],
});

export interface JobsTestApp {
  app: INestApplicationContext;
  queue: JobQueue;
  behaviour: Behaviour;
}

export async function startJobsApp(
  url: string,
  behaviour: Partial<Behaviour> = {},
  takeoverAfterMs?: number,
): Promise<JobsTestApp> {
  await installJobs({ url });
  const complete = Object.assign(new (class extends Behaviour {})(), behaviour);
  const app = await NestFactory.createApplicationContext(jobsApp(url, complete, takeoverAfterMs), { logger: false });
  return { app, queue: app.get(JobQueue), behaviour: complete };
}

export const connectTypeOrm = (url: string): Promise<DataSource> =>
  new DataSource({ type: 'postgres', url }).initialize();

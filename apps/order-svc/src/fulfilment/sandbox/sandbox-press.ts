import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { CONFIG, LOGGER, RepeatingTask } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { Config } from '../../config.js';
import { AskPrinter } from '../ask-printer.js';
import { endsOfStages, lookEveryMs, stageAfter } from './sandbox-clock.rules.js';

const BATCH = 100;
/** Those whose next stage has come by the clock. */
const MOVING = `
  SELECT order_id AS "orderId", extract(epoch FROM now() - accepted_at)::float8 * 1000 AS "elapsedMs" FROM sandbox_print_orders
  WHERE told NOT IN ('delivered', 'cancelled')
    AND accepted_at <= now() - interval '1 millisecond' * CASE told WHEN 'accepted' THEN $1::float8 WHEN 'printing' THEN $2::float8 ELSE $3::float8 END
  ORDER BY accepted_at LIMIT ${BATCH}`;
const TOLD = `UPDATE sandbox_print_orders SET told = $2 WHERE order_id = $1 AND told <> 'cancelled'`;

interface Moving {
  orderId: string;
  elapsedMs: number;
}

/** Tells the shop whenever an order at the sandbox printer has moved on: by the way that a printer's webhook takes, which believes nobody and asks. */
@Injectable()
export class SandboxPress implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly task: RepeatingTask;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly asking: AskPrinter,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.task = new RepeatingTask(
      () => this.run(),
      lookEveryMs(config.SANDBOX_PRINTER_SPEED),
      (error) => logger.error({ err: error }, 'the sandbox printer could not look at its orders'),
    );
  }

  onApplicationBootstrap(): void {
    this.task.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.task.stop();
  }

  private async run(): Promise<void> {
    const moving = await this.dataSource.query<Moving[]>(MOVING, endsOfStages(this.config.SANDBOX_PRINTER_SPEED));
    for (const order of moving) await this.tell(order);
  }

  /** What was not taken is told again; told twice it is applied once. */
  private async tell({ orderId, elapsedMs }: Moving): Promise<void> {
    const stage = stageAfter(elapsedMs, this.config.SANDBOX_PRINTER_SPEED);
    try {
      await this.asking.ask(orderId);
      await this.dataSource.query(TOLD, [orderId, stage]);
    } catch (error) {
      this.logger.warn({ err: error, orderId, stage }, 'the sandbox printer was not heard, it says it again');
    }
  }
}

import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { CONFIG, LOGGER, RepeatingTask } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { Config } from '../config.js';
import { PrinterEventsService } from './printer-events.service.js';
import { computeStageEndsMs, computePollIntervalMs, computeStage } from '../fulfilment/sandbox/sandbox-clock.rules.js';

const BATCH = 100;
/** Orders whose next stage has come. */
const SELECT_MOVING = `
  SELECT order_id AS "orderId", extract(epoch FROM now() - accepted_at)::float8 * 1000 AS "elapsedMs" FROM sandbox_print_orders
  WHERE reported_stage NOT IN ('delivered', 'cancelled')
    AND accepted_at <= now() - interval '1 millisecond' * CASE reported_stage WHEN 'accepted' THEN $1::float8 WHEN 'printing' THEN $2::float8 ELSE $3::float8 END
  ORDER BY accepted_at LIMIT ${BATCH}`;
const SAVE_REPORTED_STAGE = `UPDATE sandbox_print_orders SET reported_stage = $2 WHERE order_id = $1 AND reported_stage <> 'cancelled'`;

interface MovingOrder {
  orderId: string;
  elapsedMs: number;
}

/**
 * Reports each new stage of an order at the sandbox printer, in the way of a printer's webhook: the shop retrieves the
 * order.
 */
@Injectable()
export class SandboxPrintScheduler implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly task: RepeatingTask;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly printerEvents: PrinterEventsService,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.task = new RepeatingTask(
      () => this.advanceOrders(),
      computePollIntervalMs(config.SANDBOX_PRINTER_SPEED),
      (error) => logger.error({ err: error }, 'the sandbox printer could not read its orders'),
    );
  }

  onApplicationBootstrap(): void {
    this.task.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.task.stop();
  }

  private async advanceOrders(): Promise<void> {
    const moving = await this.dataSource.query<MovingOrder[]>(
      SELECT_MOVING,
      computeStageEndsMs(this.config.SANDBOX_PRINTER_SPEED),
    );
    for (const order of moving) await this.reportStage(order);
  }

  /** Reports again after an error; a repeated report has no effect. */
  private async reportStage({ orderId, elapsedMs }: MovingOrder): Promise<void> {
    const stage = computeStage(elapsedMs, this.config.SANDBOX_PRINTER_SPEED);
    try {
      await this.printerEvents.pollOrder(orderId);
      await this.dataSource.query(SAVE_REPORTED_STAGE, [orderId, stage]);
    } catch (error) {
      this.logger.warn(
        { err: error, orderId, stage },
        'the sandbox printer could not report a stage, it is tried again',
      );
    }
  }
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  DataSource,
  type EntityManager,
  type EntitySubscriberInterface,
  type QueryRunner,
  type TransactionCommitEvent,
  type TransactionRollbackEvent,
} from 'typeorm';

/** Runs work after the commit of a transaction, and not at all after a rollback. For counters and logs only: a crash loses it. */
@Injectable()
export class AfterCommitService implements EntitySubscriberInterface {
  private readonly pending = new WeakMap<QueryRunner, (() => void)[]>();

  constructor(@InjectDataSource() dataSource: DataSource) {
    dataSource.subscribers.push(this);
  }

  add(manager: EntityManager, work: () => void): void {
    const { queryRunner } = manager;
    if (!queryRunner?.isTransactionActive) throw new Error('There is no transaction to wait for');
    this.pending.set(queryRunner, [...(this.pending.get(queryRunner) ?? []), work]);
  }

  /** Of a savepoint too, whose transaction goes on. */
  afterTransactionCommit({ queryRunner }: TransactionCommitEvent): void {
    if (!queryRunner.isTransactionActive) for (const work of this.take(queryRunner)) work();
  }

  afterTransactionRollback({ queryRunner }: TransactionRollbackEvent): void {
    if (!queryRunner.isTransactionActive) this.take(queryRunner);
  }

  private take(queryRunner: QueryRunner): (() => void)[] {
    const works = this.pending.get(queryRunner) ?? [];
    this.pending.delete(queryRunner);
    return works;
  }
}

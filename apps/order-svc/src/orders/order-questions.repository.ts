import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { OrderQuestion as OrderQuestionView } from '@shop/contracts-order';
import { DataSource, type EntityManager } from 'typeorm';
import { type OrderQuestion, toOrderQuestion } from './order-question.js';

/** More than one order can have. Limits the query. */
const QUESTIONS_LIMIT = 100;

const COLUMNS = `
  q.id, q.order_id AS "orderId", q.text, q.asked_at AS "askedAt", q.answer, q.answered_at AS "answeredAt",
  EXISTS (SELECT FROM fulfilment_holds hold WHERE hold.kind = 'question' AND hold.reference = q.id::text AND hold.released_at IS NULL) AS "isOpen"`;

const LIST = `SELECT ${COLUMNS} FROM order_questions q WHERE q.order_id = $1 ORDER BY q.asked_at DESC, q.id LIMIT ${QUESTIONS_LIMIT}`;

/** One order has one open question: a new one replaces it. */
const LIST_OPEN = `
  SELECT ${COLUMNS} FROM fulfilment_holds open JOIN order_questions q ON q.order_id = open.order_id AND q.id::text = open.reference
  WHERE open.order_id = ANY($1) AND open.kind = 'question' AND open.released_at IS NULL ORDER BY q.asked_at LIMIT 1000`;

const FIND = `SELECT ${COLUMNS} FROM order_questions q WHERE q.order_id = $1 AND q.id = $2`;

const INSERT =
  'INSERT INTO order_questions (id, order_id, text) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING id';

const FIND_OPEN = `SELECT reference FROM fulfilment_holds WHERE order_id = $1 AND kind = 'question' AND released_at IS NULL LIMIT 1`;

@Injectable()
export class OrderQuestionsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** False if the id is taken. */
  async insert(manager: EntityManager, orderId: string, { id, text }: { id: string; text: string }): Promise<boolean> {
    return (await manager.query<unknown[]>(INSERT, [id, orderId, text])).length > 0;
  }

  async saveAnswer(manager: EntityManager, id: string, answer: string): Promise<void> {
    await manager.query('UPDATE order_questions SET answer = $2, answered_at = now() WHERE id = $1', [id, answer]);
  }

  async find(manager: EntityManager, orderId: string, id: string): Promise<OrderQuestion | null> {
    const [question] = await manager.query<OrderQuestion[]>(FIND, [orderId, id]);
    return question ?? null;
  }

  /** Newest first. */
  listByOrder(orderId: string, manager = this.dataSource.manager): Promise<OrderQuestion[]> {
    return manager.query<OrderQuestion[]>(LIST, [orderId]);
  }

  /** As customers see them, by order. */
  async listOpen(
    orderIds: readonly string[],
    manager = this.dataSource.manager,
  ): Promise<Map<string, OrderQuestionView>> {
    const rows = await manager.query<(OrderQuestion & { orderId: string })[]>(LIST_OPEN, [orderIds]);
    return new Map(rows.map((row) => [row.orderId, toOrderQuestion(row)]));
  }

  async findOpenId(manager: EntityManager, orderId: string): Promise<string | null> {
    const [hold] = await manager.query<{ reference: string }[]>(FIND_OPEN, [orderId]);
    return hold?.reference ?? null;
  }
}

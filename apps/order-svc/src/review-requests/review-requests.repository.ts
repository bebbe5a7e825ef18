import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ReviewableOrder } from './review-request.rules.js';

const SELECT_STATE = `
  SELECT EXISTS (SELECT FROM order_history WHERE order_id = $1 AND action = 'order.review-requested') AS "wasAsked",
    EXISTS (SELECT FROM problem_reports WHERE order_id = $1 AND closed_at IS NULL) AS "hasOpenProblem",
    EXISTS (SELECT FROM reprints WHERE order_id = $1 AND ended_at IS NULL) AS "hasOpenReprint",
    EXISTS (SELECT FROM orders o JOIN user_erasures e ON e.user_id = o.user_id WHERE o.id = $1) AS "isErased"`;

type ReviewState = Pick<ReviewableOrder, 'wasAsked' | 'hasOpenProblem' | 'hasOpenReprint' | 'isErased'>;

@Injectable()
export class ReviewRequestsRepository {
  async getState(manager: EntityManager, orderId: string): Promise<ReviewState> {
    const [state] = await manager.query<ReviewState[]>(SELECT_STATE, [orderId]);
    if (!state) throw new Error('The state of a review request was not read');
    return state;
  }
}

import { Controller, Param } from '@nestjs/common';
import type { UserPurchases } from '@shop/contracts-order';
import { getUserPurchases } from '@shop/contracts-order/routes';
import { Route, uuidPipe } from '@shop/service-kit';
import { UserPurchasesRepository } from './user-purchases.repository.js';

@Controller()
export class UserPurchasesController {
  constructor(private readonly purchases: UserPurchasesRepository) {}

  @Route(getUserPurchases)
  getPurchases(@Param('id', uuidPipe) id: string): Promise<UserPurchases> {
    return this.purchases.sumByUser(id);
  }
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError } from '@shop/contracts/common';
import { DataSource } from 'typeorm';
import { Order } from '../orders/order.entity.js';

/** D44: without an address there is nobody to send the confirmation to, so no payment is taken. */
@Injectable()
export class OrderEmail {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** @throws DomainError EMAIL_MISSING where the order of this client secret has no e-mail. */
  async require(clientSecret: string): Promise<void> {
    const order = await this.dataSource.manager.findOne(Order, { select: { id: true, email: true }, where: { clientSecret } });
    if (order && !order.email) throw new DomainError('EMAIL_MISSING', 'invalid', 'Invalid email address');
  }
}

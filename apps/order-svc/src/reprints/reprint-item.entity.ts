import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PrintLine } from '../fulfilment/print-provider.js';

/** How many of an ordered item are sent again. The id is the number of the line at the printer. */
@Entity('reprint_items')
export class ReprintItem {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  reprintId: string;

  @Column('uuid')
  orderItemId: string;

  @Column('integer')
  quantity: number;

  /** Null until art-svc has confirmed that it has the print file, which it deletes after a while. */
  @Column('jsonb', { nullable: true })
  file: PrintLine['file'] | null = null;

  @Column('text', { nullable: true })
  fileFailure: string | null = null;
}

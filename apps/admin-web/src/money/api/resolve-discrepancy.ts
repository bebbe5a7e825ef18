import { moneyMendedSchema, type MoneyDifference, type MoneyMended } from '@shop/contracts/order';
import { api } from '@shop/web-kit';

export const resolveDiscrepancy = ({ id }: MoneyDifference): Promise<MoneyMended> =>
  api.post(`/api/admin/money/differences/${id}/mend`, undefined, moneyMendedSchema);

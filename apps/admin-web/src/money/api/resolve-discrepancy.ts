import { discrepancyResolutionSchema, type MoneyDiscrepancy, type DiscrepancyResolution } from '@shop/contracts/order';
import { api } from '@shop/web-kit';

export const resolveDiscrepancy = ({ id }: MoneyDiscrepancy): Promise<DiscrepancyResolution> =>
  api.post(`/api/admin/money/discrepancies/${id}/resolve`, undefined, discrepancyResolutionSchema);

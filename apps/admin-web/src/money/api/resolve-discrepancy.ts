import {
  discrepancyResolutionSchema,
  type DisplayedDiscrepancy,
  type DiscrepancyResolution,
} from '@shop/contracts/order';
import { api } from '@shop/web-kit';

export const resolveDiscrepancy = ({ id }: DisplayedDiscrepancy): Promise<DiscrepancyResolution> =>
  api.post(`/api/admin/money/discrepancies/${encodeURIComponent(id)}/resolve`, undefined, discrepancyResolutionSchema);

import { api } from '@shop/web-kit';
import * as z from 'zod/mini';
import { isMissingCall } from '../missing-call.js';

/**
 * Loads one item. A server without the call for one item (spec, section 7) has it in its list: `isFromList` is true
 * then. Throws the error of the first call if the list does not have it either, for example after a deletion.
 */
export async function getItem<Item extends z.ZodMiniType<{ id: string }>>(
  listPath: string,
  id: string,
  itemReader: Item,
  signal: AbortSignal,
): Promise<z.output<Item> & { isFromList: boolean }> {
  try {
    return { ...(await api.get(`${listPath}/${encodeURIComponent(id)}`, itemReader, { signal })), isFromList: false };
  } catch (error) {
    if (!isMissingCall(error)) throw error;
    const items = await api.get(listPath, z.array(itemReader), { signal });
    const item = items.find((each) => each.id === id);
    if (!item) throw error;
    return { ...item, isFromList: true };
  }
}

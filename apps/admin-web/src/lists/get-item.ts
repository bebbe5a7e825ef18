import { isMissingCall } from '../missing-call.js';

/**
 * Loads one item. A server without the call for one item (spec, section 7) has it in its list: `isFromList` is true
 * then. Throws the error of the first call if the list does not have it either, for example after a deletion.
 */
export async function getItem<Item extends { id: string }>(
  id: string,
  loadItem: () => Promise<Item>,
  loadList: () => Promise<Item[]>,
): Promise<Item & { isFromList: boolean }> {
  try {
    return { ...(await loadItem()), isFromList: false };
  } catch (error) {
    if (!isMissingCall(error)) throw error;
    const item = (await loadList()).find((each) => each.id === id);
    if (!item) throw error;
    return { ...item, isFromList: true };
  }
}

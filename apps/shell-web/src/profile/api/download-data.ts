import { api } from '@shop/web-kit';

const DATA_PATH = '/api/user/data';

/**
 * Hands the zip over to the browser, which shows how far it is and says so when it breaks off; it may be larger than a
 * page can hold. Asked for once before that, since only a page can say in words why it cannot be had.
 */
export async function downloadData(): Promise<void> {
  await api.probe(DATA_PATH);
  const link = document.createElement('a');
  link.href = DATA_PATH;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

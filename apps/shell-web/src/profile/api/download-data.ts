import { api } from '@shop/web-kit';

const DATA_PATH = '/api/user/data';

/**
 * Lets the browser download the zip: it shows the progress, and the file may be larger than a page can store. A request
 * before that finds errors, because only the page can show an error message.
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

import type { HttpClient } from './httpClient.ts';

/** The figures of one company's money, as its pages and files say them. */

/** Status and open amount, in dollars, of invoices on their pages. */
export const pages = async (client: HttpClient, ...ids: readonly string[]) =>
  Promise.all(
    ids.map(async (id) => {
      const { json } = await client.get(`/api/invoices/${id}`);
      return [json.status, json.open_amount];
    }),
  );
/** What /invoicing shows, in dollars. */
export const summary = async (client: HttpClient) => {
  const { balance, credit } = (await client.get('/api/billing-summary')).json;
  return { balance, credit };
};
/** The final balance of the statement, as its CSV file writes it. */
export const statedText = async (client: HttpClient, mode = 'demo') => {
  const query = `from=2026-01-01&to=2027-12-31&format=csv&mode=${mode}`;
  const { text } = await client.get(`/api/statement?${query}`);
  return text.trim().split('\n').at(-1)?.split(',').at(-1);
};
/** The final balance of the statement, in dollars. */
export const stated = async (client: HttpClient, mode = 'demo') => Number(await statedText(client, mode));
/** The company's demo revenue of a month. */
export async function revenue(admin: HttpClient, invoiceId: string, period: string) {
  const companyId = invoiceId.split('_')[0];
  const query = `from=${period}&to=${period}&demo=true&companyId=${companyId}`;
  return (await admin.get(`/api/admin/revenue-report?${query}`)).json.total;
}

import { LISTS, type ListName } from '@portal/contract';

/** Resources that are lists of another name: companies, and dealers by what they will be billed. */
const LIST_NAMES: Readonly<Record<string, ListName>> = { companies: 'accounts', invoicing: 'users' };

/** The contract's name of a resource's list. */
export const listNameOf = (resource: string) => LIST_NAMES[resource] ?? (resource as ListName);

/** Whether there are records of this name. */
export const isResource = (name: unknown): name is string =>
  typeof name === 'string' && Object.hasOwn(LISTS, listNameOf(name));

/** The path of a resource (S2-7). */
export function pathOf(resource: string): string {
  if (!isResource(resource)) throw new Error(`No admin path is known for "${resource}".`);
  return `/api/admin/${listNameOf(resource)}`;
}

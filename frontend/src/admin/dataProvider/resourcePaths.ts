import { type FilterName, LISTS, type ListName, type SortName } from '@portal/contract';

/** Resources that are lists of another name: companies, and dealers by what they will be billed. */
const LIST_NAMES = { companies: 'accounts', invoicing: 'users' } as const;

/** The resources of react-admin that are lists of the server. */
export type ResourceName = Exclude<ListName, 'accounts'> | keyof typeof LIST_NAMES;

type ListOf<Name extends ResourceName> = Name extends keyof typeof LIST_NAMES
  ? (typeof LIST_NAMES)[Name]
  : Name & ListName;

/** Names that a resource's list is filtered by. */
export type FilterOf<Name extends ResourceName> = FilterName<ListOf<Name>>;
export type FilterValues<Name extends ResourceName> = { readonly [Filter in FilterOf<Name>]?: unknown };

/** A sort of a resource's list. */
export interface SortOf<Name extends ResourceName> {
  readonly field: SortName<ListOf<Name>>;
  readonly order: 'ASC' | 'DESC';
}

/** The contract's name of a resource's list. */
export const listNameOf = (resource: string) =>
  (LIST_NAMES as Readonly<Record<string, ListName>>)[resource] ?? (resource as ListName);

/** Whether there are records of this name. */
export const isResource = (name: unknown): name is ResourceName =>
  typeof name === 'string' && Object.hasOwn(LISTS, listNameOf(name));

/** The path of a resource (S2-7). */
export function pathOf(resource: string): string {
  if (!isResource(resource)) throw new Error(`No admin path is known for "${resource}".`);
  return `/api/admin/${listNameOf(resource)}`;
}

/** The path of all records of a resource under a filter. */
export function wholeListPath<Name extends ResourceName>(
  resource: Name,
  filter: FilterValues<Name>,
  { field, order }: SortOf<Name>,
): string {
  const query = { filter: JSON.stringify(filter), sort: JSON.stringify([field, order]) };
  return `${pathOf(resource)}?${new URLSearchParams(query)}`;
}

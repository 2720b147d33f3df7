import { notFound } from '@portal/domain';

/** What was looked for. @throws BusinessRefusal '{name} not found' (not_found) for null */
export function found<Thing>(thing: Thing | null, name: string): Thing {
  if (thing === null) throw notFound(`${name} not found`);
  return thing;
}

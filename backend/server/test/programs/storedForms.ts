import { portalEvents } from '@portal/domain';
import { portalProjections } from '@portal/projections';
import { z } from 'zod';

// What this release writes and shares with the release beside it: forms of events, and what its read models follow.
const events = Object.values(portalEvents).map(({ type, version, schema }) => [
  type,
  { version, schema: z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) },
]);
const readModels = portalProjections.map(({ name, version, types, tables }) => [
  `${name} version ${version}`,
  {
    types: [...types].sort(),
    columns: Object.values(tables).map((table) => [table.name, [...table.columnNames].sort()]),
  },
]);
process.stdout.write(
  JSON.stringify({ events: Object.fromEntries(events), readModels: Object.fromEntries(readModels) }),
);

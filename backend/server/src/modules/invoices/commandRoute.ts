import { invoiceDetailSchema, orIdAlone } from '@portal/contract';
import { invoiceById } from '@portal/projections';
import type { z } from 'zod';
import type { CausalChain } from '../../kernel/causalChain.ts';
import { type Route, type RouteRequest, route } from '../../platform/http/route.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';
import { invoiceDetail } from './wire.ts';

/**
 * Declares an administrator's command on an invoice. It responds with the invoice, or only its id while the read model lags.
 * @param run returns what was appended, with the invoice's id if it is another one
 */
export const invoiceCommands =
  (ports: Pick<ReadPorts, 'db' | 'today'>) =>
  <Body extends z.ZodType>(
    path: (id: string) => string,
    summary: string,
    body: Body,
    run: (
      request: RouteRequest<'money', z.output<Body>, undefined, 'id'>,
    ) => Promise<CausalChain | { readonly invoiceId: string; readonly chain: CausalChain }>,
  ): Route =>
    route('POST', path, 'money', {
      summary,
      answers: { 200: orIdAlone(invoiceDetailSchema) },
      body,
      handler: async (request) => {
        const done = await run(request as RouteRequest<'money', z.output<Body>, undefined, 'id'>);
        const { invoiceId: id, chain } =
          'chain' in done ? done : { invoiceId: request.params.id, chain: done };
        await request.visible(chain);
        const row = await invoiceById(ports.db, id);
        return {
          body: row === null ? { id } : await invoiceDetail(ports.db, row, ports.today(), { proof: true }),
        };
      },
    });

import { MAX_IMPORT_BYTES, paths, siteImportAnswerSchema } from '@portal/contract';
import { sitesOfAccount } from '@portal/projections';
import { z } from 'zod';
import { HttpProblem } from '../../../platform/http/errors.ts';
import { inFlight } from '../../../platform/http/inFlight.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { dealerOf, dealerTerms } from '../../orders/module.ts';
import type { SitePorts } from '../ports.ts';
import { decodeText, readSites } from './readSites.ts';

/** Checks a CSV of sites and orders nothing; the valid rows become one order later. */
export function siteImportRoutes(ports: SitePorts): Route[] {
  const enter = inFlight(1, 'Another file of yours is being checked. Please try again in a moment.');
  return [
    route('POST', paths.siteImport, 'approved', {
      summary: 'Check a CSV of sites; orders nothing',
      answers: { 200: siteImportAnswerSchema },
      rawBody: {
        // some systems treat CSV as an Excel file
        types: ['text/csv', 'text/tab-separated-values', 'application/csv', 'application/vnd.ms-excel'],
        maxBytes: MAX_IMPORT_BYTES,
        otherwise: 'Please send the file as CSV (Content-Type: text/csv)',
      },
      body: z.instanceof(Buffer),
      // changes nothing
      keyed: false,
      limit: ({ caller }) => enter(caller.id),
      handler: async ({ caller, body, http }) => {
        const dealer = dealerOf(
          caller,
          'Sites are ordered by dealers. Please add the site in the admin area.',
        );
        const terms = await dealerTerms(ports.commands, dealer.accountId);
        const gone = new AbortController();
        http.res.once('close', () => gone.abort(new HttpProblem(400, 'The request broke off')));
        const sites = await sitesOfAccount(ports.db, dealer.accountId, ports.today());
        return { body: await readSites(decodeText(body), terms, sites, gone.signal) };
      },
    }),
  ];
}

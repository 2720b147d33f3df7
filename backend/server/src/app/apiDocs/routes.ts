import { paths } from '@portal/contract';
import { notFound } from '@portal/domain';
import { z } from 'zod';
import { type Route, route } from '../../platform/http/route.ts';
import { describeApi } from './openApi.ts';
import { DOCS_PAGE, docsFile } from './page.ts';

const HOUR = { 'Cache-Control': 'public, max-age=3600' };

/**
 * The API description and its page. Public: it contains no data, and access is checked at each call.
 * @param table the whole route table, these routes included
 */
export function apiDocsRoutes(table: () => readonly Route[]): Route[] {
  let described: string | undefined;
  return [
    route('GET', paths.openApi, 'public', {
      summary: 'This description',
      answers: { 200: z.looseObject({ openapi: z.literal('3.1.0') }) },
      handler: async () => {
        // built on demand, to keep the start fast
        described ??= JSON.stringify(describeApi(table()));
        return { content: described, type: 'application/json', headers: HOUR };
      },
    }),
    route('GET', paths.apiDocs, 'public', {
      summary: 'The page that shows this description',
      answers: { 200: ['text/html'] },
      handler: async () => ({ content: DOCS_PAGE, type: 'text/html; charset=utf-8', headers: HOUR }),
    }),
    route('GET', paths.apiDocsFile, 'public', {
      summary: 'A script or style of that page',
      answers: { 200: ['text/css', 'text/javascript'] },
      handler: async ({ params }) => {
        const file = await docsFile(params.id);
        if (file === null) throw notFound('Not found');
        return { ...file, headers: HOUR };
      },
    }),
  ];
}

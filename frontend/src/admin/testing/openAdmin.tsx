import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, vi } from 'vitest';
import { makeQueryClient } from '../../shared/http/queryClient.ts';
import { LiveUpdates } from '../../shared/live/LiveUpdates.tsx';
import { userKey } from '../../shared/session/session.ts';
import { hands } from '../../shared/testing/hands.ts';
import { markSignedIn } from '../../shared/testing/server.ts';
import { PortalTheme } from '../../shared/theme/PortalTheme.tsx';
import ToastViewport from '../../shared/toast/ToastViewport.tsx';
import AdminArea from '../index.tsx';
import { FakeApi, type FakeData } from './fakeApi.ts';
import { anAdmin } from './records.ts';

/** Stands in for the browser's EventSource; `say` delivers a topic to every open page. */
export class FakeEventSource {
  static open: FakeEventSource[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  constructor() {
    FakeEventSource.open.push(this);
  }
  close(): void {
    FakeEventSource.open = FakeEventSource.open.filter((source) => source !== this);
  }
  static say(topic: string): void {
    for (const source of FakeEventSource.open)
      source.onmessage?.({ data: JSON.stringify({ topic, seq: 1 }) });
  }
}

/** Opens the admin area at `path` over an API in memory, in the shell's providers. */
export function openAdmin(path: string, data: Partial<FakeData> = {}) {
  const api = new FakeApi({
    me: anAdmin(),
    ...data,
  });
  markSignedIn();
  vi.stubGlobal('fetch', api.fetch);
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  // outside production react-admin writes each failed call to the console as well
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const router = createMemoryRouter(
    [
      {
        element: (
          <>
            <Outlet />
            <ToastViewport />
          </>
        ),
        children: [
          { path: '/admin-dashboard/*', element: <AdminArea basename="/admin-dashboard" /> },
          { path: '/admin/*', element: <AdminArea basename="/admin" /> },
          { path: '*', element: <h1>Elsewhere</h1> },
        ],
      },
    ],
    { initialEntries: [path] },
  );
  const client = makeQueryClient();
  // the shell reads the user before it shows a page
  client.setQueryData(userKey, api.data.me);
  render(
    <QueryClientProvider client={client}>
      <PortalTheme>
        <LiveUpdates />
        <RouterProvider router={router} />
      </PortalTheme>
    </QueryClientProvider>,
  );
  return { api, router, person: hands() };
}

/** Takes the page away and gives the browser back what `openAdmin` replaced. */
export function closeAdmin(): void {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
}

/** A toast's title and description, without the record that it names. */
function saidBy(toast: Element): string {
  const subject = toast.querySelector('[data-subject]')?.textContent ?? '';
  return (toast.textContent ?? '').replace(subject, '').replace(/Undo$/, '');
}

/** Of the toast that is shown. */
export const toastText = async () => saidBy(await screen.findByTestId('toast'));

/** The record that the toast names, with the address it links. */
export async function toastSubject() {
  const subject = (await screen.findByTestId('toast')).querySelector('[data-subject]');
  return [subject?.textContent, subject?.querySelector('a')?.getAttribute('href') ?? null];
}

/** Waits for a toast with this text; one of before may still be shown. */
export const toastSays = (text: string) =>
  waitFor(() => expect(saidBy(screen.getByTestId('toast'))).toBe(text));

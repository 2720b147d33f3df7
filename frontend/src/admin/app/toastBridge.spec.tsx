import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext, type DataProvider, testDataProvider, useNotify, useUpdate } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import ToastViewport from '../../shared/toast/ToastViewport.tsx';
import { dismissToast, toast } from '../../shared/toast/toasts.ts';
import { ToastBridge } from './AdminLayout.tsx';

/** What the server got. */
let sent: unknown[] = [];

/** Approves a record, which the user may undo. */
function Approve({ id }: { readonly id: string }) {
  const notify = useNotify();
  const [update] = useUpdate();
  const onSuccess = () => notify(`Approved ${id}`, { undoable: true });
  const params = { id, data: { approved: true }, previousData: { id } };
  const approve = () => update('sites', params, { mutationMode: 'undoable', onSuccess });
  return (
    <button type="button" onClick={approve}>
      Approve {id}
    </button>
  );
}

const approve = async (id: string) => {
  fireEvent.click(screen.getByText(`Approve ${id}`));
  await waitFor(() => expect(screen.getByTestId('toast').textContent).toBe(`Approved ${id}Undo`));
};

/** Waits as long as a request would take to go out. */
const settle = () => act(() => new Promise((done) => setTimeout(done, 20)));

describe('an undoable change', () => {
  let leave = () => {};

  beforeEach(() => {
    sent = [];
    const update: DataProvider['update'] = async (_resource, { id, previousData }) => {
      sent.push(id);
      return { data: previousData };
    };
    const dataProvider = testDataProvider({ update });
    const page = (isOpen: boolean) => (
      <MemoryRouter>
        <CoreAdminContext dataProvider={dataProvider}>
          {isOpen && <ToastBridge />}
          <Approve id="a" />
          <Approve id="b" />
        </CoreAdminContext>
        <ToastViewport />
      </MemoryRouter>
    );
    const { rerender } = render(page(true));
    leave = () => rerender(page(false));
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it('waits while its toast is shown, and is sent when it closes', async () => {
    await approve('a');
    await settle();
    expect(sent).toEqual([]);
    act(() => dismissToast());
    await waitFor(() => expect(sent).toEqual(['a']));
  });

  it('is not sent after Undo', async () => {
    await approve('a');
    fireEvent.click(screen.getByText('Undo'));
    await waitFor(() => expect(screen.queryByTestId('toast')).toBeNull());
    await settle();
    expect(sent).toEqual([]);
  });

  it('is sent when another toast takes its place, whose own change waits', async () => {
    await approve('a');
    await approve('b');
    await waitFor(() => expect(sent).toEqual(['a']));
    act(() => toast({ title: 'Saved' }));
    await waitFor(() => expect(sent).toEqual(['a', 'b']));
  });

  it('is sent when the administration is left', async () => {
    await approve('a');
    leave();
    await waitFor(() => expect(sent).toEqual(['a']), { timeout: 2_000 });
  });

  it('is sent when the page is left, about which the browser asks', async () => {
    await approve('a');
    const leaving = new Event('beforeunload', { cancelable: true });
    act(() => window.dispatchEvent(leaving));
    expect(leaving.defaultPrevented).toBe(true);
    await waitFor(() => expect(sent).toEqual(['a']));
    const again = new Event('beforeunload', { cancelable: true });
    act(() => window.dispatchEvent(again));
    expect(again.defaultPrevented).toBe(false);
  });
});

import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../../shared/testing/openPage.tsx';
import { dealer } from '../../shared/testing/people.ts';
import { answerFetch, type Call, json } from '../../shared/testing/server.ts';

const CODES = ['aaaaa-11111', 'bbbbb-22222', 'ccccc-33333'];
const ENROLMENT = { uri: 'otpauth://totp/x', secret: 'ABCDEFGH', qr_svg: '<svg><path d="M0 0"/></svg>' };
const refusal = (path: string, message: string) =>
  json({ error: message, message, errors: [{ path, message }] }, 422);

/** The portal with a second factor that stands like this; it goes on and off as the pages ask. */
async function open(more: {
  readonly state?: 'off' | 'on' | 'required';
  readonly left?: number;
  readonly path?: string;
  readonly answer?: (call: Call) => Response | null;
}) {
  let state = more.state ?? 'off';
  const { answer = () => null, left = 8, path = '/settings?tab=password' } = more;
  const then = (next: 'off' | 'on', body: unknown) => (call: Call) => {
    const refused = answer(call);
    if (refused !== null) return refused;
    state = next;
    return json(body);
  };
  const calls = answerFetch({
    'GET /api/user': () => json({ ...dealer, is_admin: more.state === 'required', second_factor: state }),
    'GET /api/second-factor': () => json({ state, recovery_codes_left: state === 'on' ? left : 0 }),
    'GET /api/passkeys': () => json([]),
    'POST /api/second-factor/setup': (call: Call) => answer(call) ?? json(ENROLMENT),
    'POST /api/second-factor/confirm': then('on', { recovery_codes: CODES }),
    'POST /api/second-factor/recovery-codes': then('on', { recovery_codes: CODES }),
    'DELETE /api/second-factor': then('off', {}),
  });
  const streams: string[] = [];
  vi.stubGlobal(
    'EventSource',
    class {
      constructor(address: string) {
        streams.push(address);
      }
      close() {}
    },
  );
  const page = openPage(path);
  const section = await screen.findByRole('region', { name: 'Two-step verification' });
  const button = (name: string) => within(section).getByRole('button', { name });
  const type = async (label: RegExp, text: string) => {
    await page.user.click(within(section).getByLabelText(label));
    await page.user.paste(text);
  };
  const sent = (method: string) => calls.filter((call) => call.method === method).map(({ body }) => body);
  return { ...page, calls, streams, section, button, type, sent };
}

const shownCodes = () =>
  within(screen.getByRole('list', { name: 'Recovery codes' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('two-step verification in the settings', () => {
  // Proves X-13
  it('is set up with password, QR code or key, and a code; then shows the recovery codes once', async () => {
    const { user, section, button, type, sent } = await open({});
    await user.click(button('Set up two-step verification'));
    expect(document.activeElement?.textContent).toBe('Confirm your identity');
    await user.click(button('Continue'));
    expect(await screen.findByText('Enter your current password')).toBeTruthy();
    expect(sent('POST')).toEqual([]);
    await type(/^Your password/, 'secret-1');
    await user.click(button('Continue'));
    const picture = await screen.findByRole('img', { name: 'QR code with the key below' });
    expect(decodeURIComponent(picture.getAttribute('src') ?? '')).toBe(
      `data:image/svg+xml,${ENROLMENT.qr_svg}`,
    );
    expect(screen.getByTestId('secret').textContent).toBe('ABCD EFGH');
    expect(document.activeElement?.textContent).toBe('Add the portal to your authenticator app');
    await type(/^Code/, '123 456');
    await user.click(button('Switch on'));
    await waitFor(() => expect(shownCodes()).toEqual(CODES));
    expect(sent('POST')).toEqual([{ currentPassword: 'secret-1' }, { code: '123 456' }]);
    expect(await screen.findByText('Two-step verification on')).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Keep your recovery codes');
    await user.click(button('I have saved them'));
    expect(section.textContent).toContain('It is on. 8 recovery codes are left.');
    expect(section.textContent).not.toContain(CODES[0]);
    expect(document.activeElement?.textContent).toBe('Two-step verification');
  });

  it('begins with the password where the first steps lead, unless it is on', async () => {
    const path = '/settings?tab=password#set-up';
    const { user, section, button } = await open({ path });
    expect(within(section).getByLabelText(/^Your password/)).toBeTruthy();
    await user.click(button('Cancel'));
    expect(button('Set up two-step verification')).toBeTruthy();
    const { section: again } = await open({ path, state: 'on' });
    expect(again.textContent).toContain('It is on.');
  });

  it('copies the codes and offers a file', async () => {
    const { user, button, type, section } = await open({ state: 'on' });
    const copied: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
    await user.click(button('New recovery codes'));
    await type(/^Your password/, 'secret-1');
    await type(/^Code/, 'AAAAA-11111');
    await user.click(button('Get new codes'));
    await waitFor(() => expect(shownCodes()).toEqual(CODES));
    await user.click(button('Copy'));
    expect(copied).toEqual([CODES.join('\n')]);
    expect(await screen.findByText('Copied')).toBeTruthy();
    const link = within(section).getByRole('link', { name: 'Download' });
    expect(link.getAttribute('download')).toBe('recovery-codes.txt');
    const text = decodeURIComponent(link.getAttribute('href') ?? '');
    expect(text).toContain(CODES.join('\n'));
    expect(text).toContain('northgate');
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
    await user.click(button('Copy'));
    expect(await screen.findByText('Copying failed')).toBeTruthy();
  });

  it('shows refusals at their field, with focus, and invalid codes before sending', async () => {
    const wrong = 'That code is not right. Please enter a new one.';
    const { user, section, button, type, sent } = await open({
      state: 'on',
      answer: () => refusal('code', wrong),
    });
    await user.click(button('Switch off'));
    await user.click(button('Switch off'));
    expect(await screen.findByText('Enter your current password')).toBeTruthy();
    expect(screen.getByText('Enter the code from your authenticator app')).toBeTruthy();
    expect(within(section).getByRole('alert').textContent).toBe('2 fields need a correction.');
    await type(/^Your password/, 'secret-1');
    await type(/^Code/, '12345');
    await user.click(button('Switch off'));
    expect(
      await screen.findByText('Enter the 6 digits from your authenticator app, or a recovery code'),
    ).toBeTruthy();
    expect(sent('DELETE')).toEqual([]);
    await type(/^Code/, '6');
    await user.click(button('Switch off'));
    await waitFor(() => expect(within(section).getByText(wrong)).toBeTruthy());
    expect(sent('DELETE')).toEqual([{ currentPassword: 'secret-1', code: '123456' }]);
    expect(document.activeElement).toBe(within(section).getByLabelText(/^Code/));
    await user.click(button('Cancel'));
    expect(section.textContent).toContain('It is on.');
  });

  it('is disabled with password and code', async () => {
    const { user, section, button, type, sent } = await open({ state: 'on', left: 1 });
    expect(section.textContent).toContain('1 recovery code is left.');
    expect(section.textContent).toContain('Please get new recovery codes');
    await user.click(button('Switch off'));
    await type(/^Your password/, 'secret-1');
    await type(/^Code/, '123456');
    await user.click(button('Switch off'));
    expect(await within(section).findByRole('button', { name: 'Set up two-step verification' })).toBeTruthy();
    expect(sent('DELETE')).toEqual([{ currentPassword: 'secret-1', code: '123456' }]);
    expect(await screen.findByText('Two-step verification off')).toBeTruthy();
  });

  it('has no element ids in common with the password form', async () => {
    const { user, button } = await open({ state: 'on' });
    await user.click(button('Switch off'));
    await screen.findByLabelText(/^Current password/);
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('is where an administrator who needs it starts, with the reason, and continues afterwards', async () => {
    const { place, section, calls, streams, user, button, type } = await open({
      state: 'required',
      path: '/admin-dashboard',
    });
    expect(place()).toBe('/settings');
    expect(within(section).getByRole('alert').textContent).toContain('Administrators of this portal need');
    expect(calls.map(({ path }) => path).filter((path) => !/user|second-factor|passkeys/.test(path))).toEqual(
      [],
    );
    expect(streams).toEqual([]);
    await user.click(button('Set up two-step verification'));
    await type(/^Your password/, 'secret-1');
    await user.click(button('Continue'));
    await within(section).findByRole('img');
    await type(/^Code/, '123456');
    await user.click(button('Switch on'));
    await waitFor(() => expect(shownCodes()).toEqual(CODES));
    expect(place()).toBe('/settings');
    expect(streams).toHaveLength(1);
  });
});

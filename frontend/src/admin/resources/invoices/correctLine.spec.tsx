import { type CorrectionPreview, paths } from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { anInvoice } from '../../testing/moneyRecords.ts';
import { closeAdmin, openAdmin } from '../../testing/openAdmin.tsx';

afterEach(closeAdmin);

const lineOf = (site_id: string, name: string): CorrectionPreview['lines'][number] => ({
  ...{ site_id, name, reasons: [] },
  ...{ billed_before: true, readers_before: 12, rate_before: 6.5, amount_before: 78 },
  ...{ billed_after: true, readers_after: 12, rate_after: 6.5, amount_after: 78 },
});
const preview: CorrectionPreview = {
  ...{ invoice_id: 'c1_2026-07', corrections_made: 0, total_before: 234, total_after: 234, adjustments: [] },
  lines: [lineOf('s0', 'Annex'), lineOf('s1', 'Depot'), lineOf('s2', 'Harbor')],
};

// Proves S6-correct-6
it('opens on the line whose pencil was pressed, then on the lines after it', async () => {
  const invoice = anInvoice({ status: 'pending' });
  const { person } = openAdmin(`/admin-dashboard/invoices/${invoice.id}/show`, {
    invoices: [invoice],
    answers: { [paths.admin.previewCorrection(invoice.id)]: preview },
  });
  const pencil = await screen.findByRole('button', { name: 'Correct Depot' });
  const open = async () => {
    await person.click(pencil);
    const dialog = within(await screen.findByRole('dialog', { name: 'Correct INV-202607-0001' }));
    const entry = within(await dialog.findByRole('group', { name: 'Correction of Depot' }));
    await waitFor(() => expect(document.activeElement).toBe(entry.getByLabelText(/Readers/)));
    return dialog;
  };
  // nothing is entered yet that could be lost
  await person.click((await open()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  const dialog = await open();
  expect(dialog.getByLabelText('What to correct')).toHaveProperty('value', 's2');
  for (const name of ['Harbor', 'Annex', 'Custom line']) {
    await person.click(dialog.getByRole('button', { name: 'Add another' }));
    const entry = within(await dialog.findByRole('group', { name: `Correction of ${name}` }));
    await waitFor(() => expect(document.activeElement).toBe(entry.getAllByRole('textbox')[0]));
  }
});

it('has no pencils where nothing can be corrected', async () => {
  const invoice = anInvoice({ status: 'canceled' });
  openAdmin(`/admin-dashboard/invoices/${invoice.id}/show`, { invoices: [invoice] });
  await screen.findByRole('link', { name: 'Depot' });
  expect(screen.queryByRole('button', { name: /^Correct/ })).toBeNull();
});

import { render, screen, waitFor } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { PortalTheme } from '../theme/PortalTheme.tsx';
import { Field, FixedField } from './Field.tsx';
import { FormDialog } from './FormDialog.tsx';

function Dialog() {
  const form = useForm({ defaultValues: { state: '', note: '' } });
  return (
    <FormDialog
      title="Edit"
      form={form}
      busy={false}
      submitLabel="Save"
      onSubmit={() => undefined}
      onClose={() => undefined}
    >
      <FixedField id="readers" label="Readers" value="4" hint="Only an administrator changes them." />
      <Field name="state" label="State" options={['NJ', 'NY']} />
      <Field name="note" label="Note" />
    </FormDialog>
  );
}

// Proves X-15
it('a dialog focuses its first field that can be changed', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const router = createMemoryRouter([{ path: '*', element: <Dialog /> }]);
  render(
    <PortalTheme>
      <RouterProvider router={router} />
    </PortalTheme>,
  );
  await screen.findByRole('dialog', { name: 'Edit' });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('State')));
});

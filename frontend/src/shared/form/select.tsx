import type { InputBaseComponentProps } from '@mui/material';
import type { SelectHTMLAttributes } from 'react';

/**
 * A native select in the look of the other inputs. Browsers that can style the open list keep it at most 24 rem
 * high (S1-9); the others show their own list, as on a phone.
 */
const selectStyle = {
  '& select': {
    cursor: 'pointer',
    height: '1.4375em',
    boxSizing: 'content-box',
    // the arrow keeps clear of the frame
    paddingRight: '10px',
    '& option': { backgroundColor: 'background.paper', color: 'text.primary' },
  },
  '@supports (appearance: base-select)': {
    '& select, & select::picker(select)': { appearance: 'base-select' },
    '& select': { border: 0, display: 'flex', alignItems: 'center' },
    '& select::picker(select)': {
      maxHeight: '24rem',
      overflowY: 'auto',
      borderRadius: '10px',
      border: '1px solid',
      borderColor: 'divider',
      backgroundColor: 'background.paper',
      padding: '4px',
      boxShadow: '0 12px 32px rgb(4 16 30 / 0.28)',
    },
    '& select option': { padding: '8px 12px', borderRadius: '6px' },
    '& select option:checked': { backgroundColor: 'primary.light' },
  },
} as const;

/** The native select inside MUI's input, which passes `ownerState` to input components. */
function SelectElement({ ownerState: _, ...props }: InputBaseComponentProps) {
  // the type names input and textarea only; the props fit any form element
  return <select {...(props as SelectHTMLAttributes<HTMLSelectElement>)} />;
}

/** Props that make MUI's input a select with these values and labels. */
export const selectOf = (options: readonly (readonly [value: string, label: string])[]) => ({
  inputComponent: SelectElement,
  inputProps: {
    children: options.map(([value, label]) => (
      <option key={value} value={value}>
        {label}
      </option>
    )),
  },
  sx: selectStyle,
});

import type { InputBaseComponentProps } from '@mui/material/InputBase';
import type { SelectHTMLAttributes } from 'react';

/** The native select inside an input of MUI, which hands its own state to every input that is no plain element. */
export function SelectElement({ ownerState: _, ...props }: InputBaseComponentProps) {
  // the type speaks of input and textarea only; the props are those any form element takes
  return <select {...(props as SelectHTMLAttributes<HTMLSelectElement>)} />;
}

import { Box, type BoxProps, Tooltip } from '@mui/material';
import { type ReactElement, type SyntheticEvent, useState } from 'react';

/** A line of a table's cell, which ends in an ellipsis where it is too long; see {@link CutTexts}. */
export const Cut = (props: BoxProps) => <Box component="span" className="cut" {...props} />;

/** The second line of a cell. */
export const Below = ({ color = 'text.secondary', children }: Pick<BoxProps, 'color' | 'children'>) => (
  <Cut className="cut below" sx={{ display: 'block', typography: 'body2', color }}>
    {children}
  </Cut>
);

const isCut = ({ scrollHeight, clientHeight }: Element) => scrollHeight > clientHeight;

/** The cut lines of the cell under the pointer; by keyboard of the focused row, since most cells have no focus. */
function cutLines({ target, type }: SyntheticEvent): readonly Element[] {
  if (!(target instanceof Element)) return [];
  const isByKeyboard = type === 'focus' && target.matches(':focus-visible');
  const place = target.closest(isByKeyboard ? 'tr' : 'td');
  return place === null ? [] : [...place.querySelectorAll('.cut')].filter(isCut);
}

/** Shows the cut lines of a table whole in a tooltip. */
export function CutTexts({ children }: { readonly children: ReactElement }) {
  const [lines, setLines] = useState<readonly Element[]>([]);
  const [open, setOpen] = useState(false);
  const hide = () => setOpen(false);
  const show = (event: SyntheticEvent) => {
    const cut = cutLines(event);
    setOpen(cut.length > 0);
    // those before stay while the tooltip fades out
    if (cut.length > 0) setLines(cut);
  };
  return (
    <Tooltip
      title={<Box sx={{ whiteSpace: 'pre-line' }}>{lines.map((line) => line.textContent).join('\n')}</Box>}
      open={open}
      onClose={hide}
      onMouseOver={show}
      onFocus={show}
      onBlur={hide}
      describeChild
      disableFocusListener
      disableTouchListener
      slotProps={{ popper: { anchorEl: lines[0] ?? null } }}
    >
      {children}
    </Tooltip>
  );
}

import { Box } from '@mui/material';

/** Invoice numbers and dates, and a dot with what it comes before. */
const WHOLE = /((?:· )?\b(?:INV-\d+-\d+|[A-Z][a-z]{2} \d{1,2}, \d{4})|· \S)/;

/** A text whose invoice numbers and dates do not break across lines, and no line of which ends in a dot. */
export function Unbroken({ text }: { readonly text: string }) {
  return text.split(WHOLE).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no id, and never move
      <Box component="span" key={index} sx={{ whiteSpace: 'nowrap' }}>
        {part}
      </Box>
    ),
  );
}

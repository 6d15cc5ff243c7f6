import { chakra } from '@chakra-ui/react/styled-system';

/** A row of dates to press. */
export const DateToggles = chakra('ul', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '2', listStyleType: 'none' },
});

/** A date that is pressed where it has no session. */
export const DateToggle = chakra('button', {
  base: {
    minHeight: 'touch',
    px: '3',
    borderRadius: 'lg',
    borderWidth: '2px',
    borderColor: 'border.control',
    cursor: 'pointer',
    fontVariantNumeric: 'tabular-nums',
    '&[aria-pressed=true]': { textDecoration: 'line-through', bg: 'bg.subtle', color: 'fg.muted' },
    _disabled: { cursor: 'not-allowed' },
  },
});

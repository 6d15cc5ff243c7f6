/** Styles of the legends of the booking form. */
export const fieldsetLegend = {
  fontFamily: 'heading',
  fontWeight: 'extrabold',
  fontSize: { base: 'md', md: 'xl' },
  letterSpacing: 'tight',
  mb: { base: '1', md: '3' },
} as const;

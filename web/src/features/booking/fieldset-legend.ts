/** Styles of the legends of the booking form. */
export const fieldsetLegend = {
  fontFamily: 'heading',
  fontWeight: 'extrabold',
  fontSize: 'xl',
  letterSpacing: 'tight',
  mb: '3',
} as const;

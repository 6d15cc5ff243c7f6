/** Styles of every form control. */
export const controlStyles = {
  width: 'full',
  minHeight: '12',
  px: '3.5',
  py: '2.5',
  borderRadius: 'md',
  borderWidth: '1px',
  borderColor: 'border.control',
  bg: 'bg.surface',
  color: 'fg',
  // iOS zooms the page when a control with text below 16 px takes the focus.
  fontSize: 'md',
  textOverflow: 'ellipsis',
  _placeholder: { color: 'fg.muted', opacity: '1' },
  _invalid: { borderColor: 'danger.fg' },
  _readOnly: { bg: 'bg.subtle' },
} as const;

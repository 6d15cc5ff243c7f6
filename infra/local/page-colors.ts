import { palette } from '#shared/palette';

/** The colours of the local stack's own pages, for light and for dark. */
export const pageColors = `
:root {
  color-scheme: light dark;
  --page: ${palette.chalk}; --card: ${palette.white}; --text: ${palette.navy}; --muted: #4a5a68;
  --line: #dfddce; --brand: ${palette.pitch}; --chosen: #e4efe6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: ${palette.navy}; --card: #152a3e; --text: ${palette.chalk}; --muted: #b4c2ce;
    --line: #2b4459; --brand: #4fd38c; --chosen: #1c3c3d;
  }
}
`;

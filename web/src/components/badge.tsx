import type { ComponentProps, PropsWithChildren } from 'react';
import { palette } from '#shared/palette';
import { css } from '#styled-system/css';
import { Stack } from './ui/stack.tsx';

export const CardGrid = (grid: ComponentProps<'div'>) => <div {...grid} className={cards} />;

const cards = css({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(19rem, 100%), 1fr))',
  alignItems: 'start',
  gap: { base: '3', sm: '6' },
});

export const EmptyPitch = ({ children }: PropsWithChildren) => (
  <Stack align="center" gap="5" py="12" textAlign="center">
    <svg viewBox="0 0 240 140" aria-hidden="true" className={css({ width: '[min(20rem, 80%)]' })}>
      <rect x="3" y="3" width="234" height="134" rx="12" fill={palette.pitchBright} />
      <g fill="none" stroke={palette.chalk} strokeWidth="3" opacity="0.85">
        <path d="M120 3v134M3 38h34v64H3M237 38h-34v64h34" />
        <circle cx="120" cy="70" r="30" />
      </g>
      <circle cx="120" cy="70" r="10" fill={palette.ball} stroke={palette.navy} strokeWidth="3" />
    </svg>
    {children}
  </Stack>
);

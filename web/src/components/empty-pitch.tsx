import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import type { PropsWithChildren } from 'react';
import { palette } from '#shared/palette';

/** Empty state of a list, with an illustration of an empty pitch. */
export const EmptyPitch = ({ children }: PropsWithChildren) => (
  <Stack align="center" textAlign="center" gap="5" py="12">
    <chakra.svg viewBox="0 0 240 140" width="min(20rem, 80%)" aria-hidden="true">
      <rect x="3" y="3" width="234" height="134" rx="12" fill={palette.pitchBright} />
      <g fill="none" stroke={palette.chalk} strokeWidth="3" opacity="0.85">
        <path d="M120 3v134M3 38h34v64H3M237 38h-34v64h34" />
        <circle cx="120" cy="70" r="30" />
      </g>
      <circle cx="120" cy="70" r="10" fill={palette.ball} stroke={palette.navy} strokeWidth="3" />
    </chakra.svg>
    {children}
  </Stack>
);

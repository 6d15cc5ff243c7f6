import { chakra } from '@chakra-ui/react/styled-system';
import { palette } from '#shared/palette';
import type { Verification } from './verify-email.ts';

/** Illustration of a letter: on its way, with a tick, or with a cross. */
export const VerificationScene = ({ state }: Pick<Verification, 'state'>) => (
  <chakra.svg viewBox="0 0 200 130" width="min(15rem, 70%)" aria-hidden="true">
    <rect
      x="30"
      y="18"
      width="140"
      height="94"
      rx="12"
      fill={palette.chalk}
      stroke={palette.navy}
      strokeWidth="4"
    />
    <path d="m36 26 64 48 64-48" fill="none" stroke={palette.navy} strokeWidth="4" strokeLinejoin="round" />
    <path d="M8 120h184" stroke={palette.pitchBright} strokeWidth="4" strokeLinecap="round" />
    {state === 'loading' && (
      <path d="M6 48h16M0 68h22M6 88h16" stroke={palette.pitchBright} strokeWidth="4" strokeLinecap="round" />
    )}
    <circle cx="100" cy="78" r="22" fill={sealOf[state]} stroke={palette.navy} strokeWidth="4" />
    <chakra.path
      d={signOf[state]}
      fill="none"
      stroke={palette.navy}
      strokeWidth="5"
      strokeLinecap="round"
      strokeLinejoin="round"
      pathLength="1"
      css={{
        _motionSafe: { strokeDasharray: '1', animation: 'draw 240ms 120ms ease-out backwards' },
      }}
    />
  </chakra.svg>
);

const sealOf: Record<Verification['state'], string> = {
  loading: palette.ball,
  passwordNeeded: palette.ball,
  verified: palette.pitchNight,
  alreadyVerified: palette.pitchNight,
  failed: palette.coralNight,
};

const tick = 'm90 78 7 8 14-16';
const signOf: Record<Verification['state'], string> = {
  loading: 'M92 78h.1M100 78h.1M108 78h.1',
  passwordNeeded: 'M92 78h.1M100 78h.1M108 78h.1',
  verified: tick,
  alreadyVerified: tick,
  failed: 'm92 70 16 16m0-16-16 16',
};

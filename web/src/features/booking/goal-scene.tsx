import { chakra } from '@chakra-ui/react/styled-system';
import { palette } from '#shared/palette';

/** Illustration of a ball in the net; its path is animated once. */
export const GoalScene = () => (
  <chakra.svg viewBox="0 0 260 130" width="min(22rem, 100%)" aria-hidden="true">
    <path d="M4 122h252" stroke={palette.pitchBright} strokeWidth="5" strokeLinecap="round" />
    <chakra.g color="border.control" fill="none" stroke="currentColor">
      <path
        d="M84 40h142M84 60h142M84 80h142M84 100h142M105 20v102M126 20v102M147 20v102M168 20v102M189 20v102M210 20v102"
        strokeWidth="1.2"
        opacity="0.5"
      />
      <path d="M82 122V18h146v104" strokeWidth="6" strokeLinejoin="round" strokeLinecap="round" />
    </chakra.g>
    <chakra.path
      d="M18 116C70 96 120 30 184 44"
      pathLength="1"
      fill="none"
      stroke={palette.ball}
      strokeWidth="5"
      strokeLinecap="round"
      strokeDasharray="1"
      css={{ _motionSafe: { animation: 'draw 700ms ease-out' } }}
    />
    <g stroke={palette.navy} strokeWidth="2.5">
      <circle cx="198" cy="48" r="17" fill={palette.chalk} />
      <path d="m198 40 8 5.5-3 9h-10l-3-9z" fill={palette.navy} />
      <path d="M198 31v9M214 43l-8 2.5M208 62l-5-7.5M188 62l5-7.5M182 43l8 2.5" fill="none" />
    </g>
  </chakra.svg>
);

import { chakra } from '@chakra-ui/react/styled-system';
import { palette } from '#shared/palette';

const teams = {
  yellow: { cloth: palette.ball, trim: '#F2A900' },
  white: { cloth: palette.chalk, trim: '#D3E8DB' },
} as const;

interface ShirtProps {
  readonly at: readonly [x: number, y: number];
  readonly team: keyof typeof teams;
  readonly number: number;
}

/** A child's shirt with a number, for illustrations. */
export const Shirt = ({ at: [x, y], team, number }: ShirtProps) => (
  <g transform={`translate(${x} ${y})`}>
    <ellipse cx="5" cy="31" rx="24" ry="6" fill={palette.pitch} opacity="0.4" />
    <g stroke={palette.navy} strokeWidth="3" strokeLinejoin="round">
      <path d="M-11-27Q0-17 11-27l15 7 9 17-13 7-5-6v30h-34v-30l-5 6-13-7 9-17z" fill={teams[team].cloth} />
      <path d="m35-3-13 7-2.5-3 13-8zM-35-3l13 7 2.5-3-13-8z" fill={teams[team].trim} strokeWidth="2" />
    </g>
    <chakra.text
      y="16"
      fill={palette.navy}
      fontFamily="heading"
      fontWeight="extrabold"
      fontSize="xl"
      textAnchor="middle"
    >
      {number}
    </chakra.text>
  </g>
);

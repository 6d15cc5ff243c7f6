import { chakra } from '@chakra-ui/react/styled-system';

interface Player {
  readonly at: readonly [number, number];
  readonly fill: string;
  readonly ink: string;
  readonly number: string;
}

const yellow = { fill: '#FFC83D', ink: '#0D1B2A' };
const white = { fill: '#FBFAF4', ink: '#0D1B2A' };

const players: readonly Player[] = [
  { at: [96, 250], ...yellow, number: '4' },
  { at: [226, 122], ...yellow, number: '8' },
  { at: [352, 226], ...yellow, number: '10' },
  { at: [166, 330], ...white, number: '6' },
  { at: [300, 320], ...white, number: '3' },
  { at: [404, 112], ...white, number: '5' },
];

const passes = 'M112 232 212 138M244 130 336 212M368 214 C420 190 440 120 446 74';

/** A pitch from above: a move of three passes that draws itself once. */
export const HeroScene = () => (
  <chakra.svg
    viewBox="0 0 500 400"
    width="full"
    maxHeight={{ base: '18rem', md: 'none' }}
    aria-hidden="true"
    preserveAspectRatio="xMidYMin slice"
  >
    <rect width="500" height="440" rx="20" fill="#18A558" />
    <path d="M0 20A20 20 0 0 1 20 0h63v400H0zM166 0h84v400h-84zM333 0h84v400h-84z" fill="#149A50" />
    <g fill="none" stroke="#FBFAF4" strokeWidth="4" opacity="0.8">
      <path d="M24 420V24h452v396" />
      <path d="M130 24v96h240V24M186 24v40h128V24M206 120a48 48 0 0 0 88 0" />
      <path d="M24 44a20 20 0 0 0 20-20M456 24a20 20 0 0 0 20 20" />
      <circle cx="250" cy="400" r="74" />
    </g>
    <path d="M206 24V8h88v16" fill="none" stroke="#FBFAF4" strokeWidth="5" />
    <mask id="passes-so-far">
      <chakra.path
        d={passes}
        pathLength="1"
        fill="none"
        stroke="#fff"
        strokeWidth="14"
        strokeDasharray="1"
        css={{ _motionSafe: { animation: 'draw 1600ms 300ms ease-in-out backwards' } }}
      />
    </mask>
    <path
      d={passes}
      mask="url(#passes-so-far)"
      fill="none"
      stroke="#0D1B2A"
      strokeWidth="4.5"
      strokeLinecap="round"
      strokeDasharray="1 11"
    />
    {players.map((player) => (
      <Shirt key={player.number} {...player} />
    ))}
    <g stroke="#0D1B2A" strokeWidth="2.5">
      <circle cx="446" cy="62" r="14" fill="#FBFAF4" />
      <path d="m446 55.5 6.5 4.7-2.5 7.8h-8l-2.5-7.8z" fill="#0D1B2A" />
    </g>
  </chakra.svg>
);

const Shirt = ({ at: [x, y], fill, ink, number }: Player) => (
  <g transform={`translate(${x} ${y})`}>
    <path
      d="m-15-27 10-7q5 5 10 0l10 7 9 17-12 6-4-5v28h-26v-28l-4 5-12-6z"
      transform="translate(2 0)"
      fill={fill}
      stroke={ink}
      strokeWidth="3"
      strokeLinejoin="round"
    />
    <text y="9" fill={ink} fontFamily="Arial, sans-serif" fontWeight="700" fontSize="17" textAnchor="middle">
      {number}
    </text>
  </g>
);

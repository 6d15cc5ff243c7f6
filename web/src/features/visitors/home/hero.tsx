import { Link } from 'react-router-dom';
import { brand } from '#shared/brand';
import { palette } from '#shared/palette';
import { paths } from '#shared/paths';
import { css } from '#styled-system/css';
import { Box } from '../../../components/ui/box.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import type { HomeSection } from '../../../lib/pages/home-sections.ts';

const teams = {
  yellow: { cloth: palette.ball, trim: '#F2A900' },
  white: { cloth: palette.chalk, trim: '#D3E8DB' },
} as const;

interface ShirtProps {
  readonly at: readonly [x: number, y: number];
  readonly team: keyof typeof teams;
  readonly number: number;
}

const Shirt = ({ at: [x, y], team, number }: ShirtProps) => (
  <g transform={`translate(${x} ${y})`}>
    <ellipse cx="5" cy="31" rx="24" ry="6" fill={palette.pitch} opacity="0.4" />
    <g stroke={palette.navy} strokeWidth="3" strokeLinejoin="round">
      <path d="M-11-27Q0-17 11-27l15 7 9 17-13 7-5-6v30h-34v-30l-5 6-13-7 9-17z" fill={teams[team].cloth} />
      <path d="m35-3-13 7-2.5-3 13-8zM-35-3l13 7 2.5-3-13-8z" fill={teams[team].trim} strokeWidth="2" />
    </g>
    <text
      y="16"
      fill={palette.navy}
      textAnchor="middle"
      className={css({ fontFamily: 'heading', fontWeight: 'extrabold', fontSize: 'xl' })}
    >
      {number}
    </text>
  </g>
);

const players = [
  { at: [92, 330], team: 'yellow', number: 4 },
  { at: [206, 214], team: 'yellow', number: 8 },
  { at: [398, 268], team: 'yellow', number: 10 },
  { at: [128, 150], team: 'white', number: 6 },
  { at: [268, 336], team: 'white', number: 3 },
  { at: [432, 128], team: 'white', number: 5 },
] as const;

const passes = 'M114 302 182 240M236 222 360 258M394 230Q372 120 288 46';

/** Three passes are animated once, or not at all with reduced motion. */
const HeroScene = () => (
  <svg
    viewBox="0 0 520 420"
    aria-hidden="true"
    preserveAspectRatio="xMidYMin slice"
    className={css({ width: 'full', maxHeight: { base: '[19rem]', md: '[none]' } })}
  >
    <rect width="520" height="460" rx="24" fill={palette.pitchBright} />
    <path
      d="M0 24A24 24 0 0 1 24 0h50v420H0zM148 0h74v420h-74zM296 0h74v420h-74zM444 0h52a24 24 0 0 1 24 24v396h-76z"
      fill={palette.pitchStripe}
    />
    <g fill="none" stroke={palette.chalk} strokeWidth="4" opacity="0.85">
      <path d="M28 420V52h464v368" />
      <path d="M130 52v116h260V52M192 52v46h136V52M214 168a52 52 0 0 0 92 0" />
      <path d="M28 74a22 22 0 0 0 22-22M470 52a22 22 0 0 0 22 22" />
      <path d="M174 420a86 86 0 0 1 172 0" />
    </g>
    <circle cx="260" cy="136" r="4.5" fill={palette.chalk} />
    <Goal />
    <mask id="passes-so-far" maskUnits="userSpaceOnUse" x="0" y="0" width="520" height="420">
      <path
        d={passes}
        pathLength="1"
        fill="none"
        stroke="#fff"
        strokeWidth="16"
        strokeDasharray="1"
        className={css({ _motionSafe: { animation: 'draw 1500ms 250ms ease-in-out backwards' } })}
      />
    </mask>
    <path
      d={passes}
      mask="url(#passes-so-far)"
      fill="none"
      stroke={palette.navy}
      strokeWidth="5"
      strokeLinecap="round"
      strokeDasharray="0.5 12"
    />
    {players.map((player) => (
      <Shirt key={player.number} {...player} />
    ))}
    <Ball />
  </svg>
);

const Goal = () => (
  <>
    <path d="M204 52V16h112v36z" fill={palette.pitch} opacity="0.35" />
    <path
      d="M218 16v36M232 16v36M246 16v36M260 16v36M274 16v36M288 16v36M302 16v36M204 28h112M204 40h112"
      stroke={palette.chalk}
      strokeWidth="1.5"
      opacity="0.55"
    />
    <path d="M204 54V14h112v40" fill="none" stroke={palette.chalk} strokeWidth="6" strokeLinejoin="round" />
  </>
);

const Ball = () => (
  <g transform="translate(278 36)" stroke={palette.navy} strokeWidth="2.5" strokeLinejoin="round">
    <circle r="15" fill={palette.chalk} />
    <path d="m0-7 7 5-3 8h-8l-3-8z" fill={palette.navy} />
    <path d="M0-15v8M14-5l-7 3M9 12 4 6M-9 12l5-6M-14-5l7 3" />
  </g>
);

const id: HomeSection = 'home';

/** All is visible on a phone without scrolling (PUB-16, PUB-17). */
export const Hero = () => (
  <Box
    as="section"
    id={id}
    tabIndex={-1}
    outline="none"
    bg="ground.pitch"
    color="ground.fg"
    overflow="hidden"
  >
    <Box
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '1.05fr 1fr' }}
      alignItems="center"
      gap={{ base: '6', md: '10' }}
      maxWidth="page"
      mx="auto"
      px={{ base: '4', md: '6' }}
      pt={{ base: '7', md: '12' }}
      pb={{ base: '0', md: '12' }}
    >
      <Stack gap={{ base: '4', md: '6' }} align="start">
        <Heading as="h1" size="3xl">
          {brand.tagline}
        </Heading>
        <Text fontSize={{ base: 'lg', lg: 'xl' }} color="ground.muted" maxWidth="[32rem]">
          {brand.description}
        </Text>
        <Button asChild colorPalette="accent" size="lg" _focusVisible={{ outlineColor: 'chalk' }}>
          <Link to={paths.bookCamp}>Get Started</Link>
        </Button>
      </Stack>
      <HeroScene />
    </Box>
  </Box>
);

import { brand } from '#shared/brand';
import { palette } from '#shared/palette';
import { css } from '#styled-system/css';
import { MessageForm } from '../../../components/message-form.tsx';
import { Box } from '../../../components/ui/box.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { SimpleGrid } from '../../../components/ui/simple-grid.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { HomeSection } from './sections.tsx';

const skin = '#8A5A3C';
const shade = '#74482E';
const hair = '#23180F';

const CoachPortrait = () => (
  <svg
    viewBox="0 0 240 240"
    aria-hidden="true"
    className={css({ width: 'full', maxWidth: '[15rem]', borderRadius: 'xl' })}
  >
    <path d="M0 0h240v240H0z" fill={palette.pitchBright} />
    <path d="M0 0h48v240H0zM96 0h48v240H96zM192 0h48v240h-48z" fill={palette.pitchStripe} />
    <g fill="none" stroke={palette.chalk} strokeWidth="4" opacity="0.7">
      <circle cx="120" cy="106" r="92" />
      <path d="M0 106h240" />
    </g>
    <path d="M96 140h48v44H96z" fill={shade} />
    <path d="M20 240c2-42 26-62 76-70l24 20 24-20c50 8 74 28 76 70z" fill={palette.pitch} />
    <path d="m96 169 24 30-16 41H84l-8-62zM144 169l-24 30 16 41h20l8-62z" fill={palette.pitchDeeper} />
    <path d="m96 168 24 26 24-26-5-5-19 17-19-17z" fill={palette.ball} />
    <path d="M66 94c0-44 20-66 54-66s54 22 54 66z" fill={hair} />
    <ellipse cx="70" cy="104" rx="9" ry="14" fill={shade} />
    <ellipse cx="170" cy="104" rx="9" ry="14" fill={shade} />
    <path d="M72 88c2-26 12-36 48-36s46 10 48 36v22c0 34-20 54-48 54s-48-20-48-54z" fill={skin} />
    <path
      d="M72 104c2 14 8 18 20 18 10-4 18-5 28-5s18 1 28 5c12 0 18-4 20-18v8c0 36-20 56-48 56s-48-20-48-56z"
      fill={hair}
    />
    <path d="M99 134q21 20 42 0-21-8-42 0z" fill={palette.chalk} />
    <path
      d="M86 84q10-7 20 0M134 84q10-7 20 0"
      fill="none"
      stroke={hair}
      strokeWidth="5"
      strokeLinecap="round"
    />
    <circle cx="97" cy="98" r="5" fill={palette.navy} />
    <circle cx="143" cy="98" r="5" fill={palette.navy} />
    <path d="M120 98q-9 14 0 15" fill="none" stroke={shade} strokeWidth="4" strokeLinecap="round" />
    <path d="M88 172q6 30 34 40" fill="none" stroke={palette.navy} strokeWidth="3" />
    <path
      d="M116 206h26l4 7-10 3a11 11 0 1 1-20-10z"
      fill={palette.ball}
      stroke={palette.navy}
      strokeWidth="3"
      strokeLinejoin="round"
    />
    <circle cx="124" cy="214" r="3" fill={palette.navy} />
  </svg>
);

const { coach } = brand;

/** Without a named coach only the form is shown (PUB-21, SCH-02). */
export const LeadCoach = () => (
  <HomeSection id="contact" title={coach ? 'Meet your lead coach' : 'Ask us'}>
    <SimpleGrid columns={{ base: 1, lg: coach ? 2 : 1 }} gap={{ base: '6', lg: '12' }} alignItems="start">
      {coach && (
        <Box
          display="grid"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: '13rem minmax(0, 1fr)' }}
          gap="6"
          alignItems="center"
        >
          <CoachPortrait />
          <Stack gap="2">
            <Heading as="h3">{coach.name}</Heading>
            <Text fontWeight="semibold" color="brand.fg">
              {coach.role}
            </Text>
            <Text>{coach.bio}</Text>
          </Stack>
        </Box>
      )}
      <Card.Root>
        <Card.Body p={{ base: '5', md: '6' }}>
          <Card.Title as="h3" mb="4">
            {coach ? 'Ask the coach' : 'Send us a message'}
          </Card.Title>
          <MessageForm />
        </Card.Body>
      </Card.Root>
    </SimpleGrid>
  </HomeSection>
);

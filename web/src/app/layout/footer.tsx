import { Box } from '@chakra-ui/react/box';
import { HStack, Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useNavigate } from 'react-router-dom';
import { brand, phoneLink } from '#shared/brand';
import { NewsletterForm } from '../../components/newsletter-form.tsx';
import { homeSectionPath, homeSections } from '../../lib/pages/home-sections.ts';

const { name, tagline, contact } = brand;

/** The footer of every page, with the corner arc of a pitch. */
export const Footer = () => (
  <chakra.footer
    bg="ground.pitch"
    color="ground.fg"
    position="relative"
    overflow="hidden"
    mt={{ base: '8', md: '12' }}
    css={{ '& :focus-visible': { outlineColor: 'accent.solid' } }}
  >
    <chakra.svg
      viewBox="0 0 100 100"
      position="absolute"
      right="-1px"
      bottom="-1px"
      boxSize={{ base: '28', md: '32' }}
      color="ground.line"
      aria-hidden="true"
    >
      <path d="M100 40A60 60 0 0 0 40 100M100 0v100H0" fill="none" stroke="currentColor" strokeWidth="2.5" />
    </chakra.svg>
    <Box
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '1fr 1.25fr auto', lg: '1.4fr 1fr 1fr' }}
      gap={{ base: '8', lg: '10' }}
      position="relative"
      maxWidth="page"
      mx="auto"
      px={{ base: '4', md: '6' }}
      py={{ base: '10', md: '12' }}
    >
      <Stack gap="4">
        <Stack gap="1">
          <Text fontFamily="heading" fontWeight="extrabold" fontSize="2xl">
            {name}
          </Text>
          <Text color="ground.muted">{tagline}</Text>
        </Stack>
        <SectionButtons />
      </Stack>
      <NewsletterForm label="News about new classes, by email" />
      <Stack gap="0" align="start">
        {contact.email && <FooterLink href={`mailto:${contact.email}`}>{contact.email}</FooterLink>}
        {phoneLink && <FooterLink href={phoneLink}>{contact.phone}</FooterLink>}
        <HStack gap="0" columnGap="5" wrap="wrap" maxWidth={{ md: '44', lg: 'none' }}>
          {contact.social.map((network) => (
            <FooterLink key={network.name} href={network.url} rel="noopener">
              {network.name}
            </FooterLink>
          ))}
        </HStack>
      </Stack>
    </Box>
  </chakra.footer>
);

/** Buttons to the sections of the home page, on every page (PUB-14, PUB-15). */
const SectionButtons = () => {
  const navigate = useNavigate();
  return (
    <HStack gap="0" columnGap="2" wrap="wrap" ms="-3">
      {homeSections.map(({ id, label }) => (
        <SectionButton key={id} type="button" onClick={() => navigate(homeSectionPath(id))}>
          {label}
        </SectionButton>
      ))}
    </HStack>
  );
};

const SectionButton = chakra('button', {
  base: {
    minHeight: 'touch',
    px: '3',
    borderRadius: 'full',
    fontWeight: 'semibold',
    cursor: 'pointer',
    _hover: { bg: 'ground.line' },
  },
});

const FooterLink = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 'touch',
    textDecoration: 'underline',
    textUnderlineOffset: '4px',
  },
});

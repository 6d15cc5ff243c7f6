import { HStack, Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { brand } from '#shared/brand';

/** The end of every page: turf, with the quarter circle of a corner kick. */
export const Footer = () => (
  <chakra.footer bg="ground.pitch" color="ground.fg" position="relative" overflow="hidden" mt="12">
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
    <HStack
      align="start"
      wrap="wrap"
      gap="8"
      justify="space-between"
      maxWidth="page"
      mx="auto"
      px={{ base: '4', md: '6' }}
      py="10"
    >
      <Stack gap="1">
        <Text fontFamily="heading" fontWeight="extrabold" fontSize="xl">
          {brand.name}
        </Text>
        <Text color="ground.muted">{brand.tagline}</Text>
      </Stack>
      <Stack gap="1" pe={{ base: '20', md: '28' }}>
        <FooterLink href={`mailto:${brand.contact.email}`}>{brand.contact.email}</FooterLink>
        <FooterLink href={`tel:${brand.contact.phone.replaceAll(' ', '')}`}>{brand.contact.phone}</FooterLink>
      </Stack>
    </HStack>
  </chakra.footer>
);

const FooterLink = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 'touch',
    textDecoration: 'underline',
    textUnderlineOffset: '4px',
    _focusVisible: { outlineColor: 'accent.solid' },
  },
});

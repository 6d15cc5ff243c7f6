import { useNavigate } from 'react-router-dom';
import { brand, phoneLink } from '#shared/brand';
import { css } from '#styled-system/css';
import { NewsletterForm } from '../../components/newsletter-form.tsx';
import { Box } from '../../components/ui/box.tsx';
import { HStack, Stack } from '../../components/ui/stack.tsx';
import { Text } from '../../components/ui/text.tsx';
import { homeSectionPath, homeSections } from '../../lib/pages/home-sections.ts';

const { name, tagline, contact } = brand;

export const Footer = () => (
  <Box
    as="footer"
    position="relative"
    mt={{ base: '8', md: '12' }}
    overflow="hidden"
    bg="ground.pitch"
    color="ground.fg"
    css={{ '& :focus-visible': { outlineColor: 'accent.solid' } }}
  >
    <svg viewBox="0 0 100 100" className={corner} aria-hidden="true">
      <path d="M100 40A60 60 0 0 0 40 100M100 0v100H0" fill="none" stroke="currentColor" strokeWidth="2.5" />
    </svg>
    <div className={columns}>
      <Stack gap="4">
        <Stack gap="1">
          <Text fontFamily="heading" fontSize="2xl" fontWeight="extrabold">
            {name}
          </Text>
          <Text color="ground.muted">{tagline}</Text>
        </Stack>
        <SectionButtons />
      </Stack>
      <NewsletterForm label="News about new classes, by email" />
      <Stack align="start" gap="0" className={contactLinks}>
        {contact.email && <a href={`mailto:${contact.email}`}>{contact.email}</a>}
        {phoneLink && <a href={phoneLink}>{contact.phone}</a>}
        <HStack wrap="wrap" gap="0" columnGap="5" maxWidth={{ md: '44', lg: '[none]' }}>
          {contact.social.map((network) => (
            <a key={network.name} href={network.url} rel="noopener">
              {network.name}
            </a>
          ))}
        </HStack>
      </Stack>
    </div>
  </Box>
);

const corner = css({
  position: 'absolute',
  right: '[-1px]',
  bottom: '[-1px]',
  boxSize: { base: '28', md: '32' },
  color: 'ground.line',
});

const columns = css({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', md: '1fr 1.25fr auto', lg: '1.4fr 1fr 1fr' },
  gap: { base: '8', lg: '10' },
  maxWidth: 'page',
  mx: 'auto',
  px: { base: '4', md: '6' },
  py: { base: '10', md: '12' },
});

const contactLinks = css({
  '& a': {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 'touch',
    textDecoration: 'underline',
    textUnderlineOffset: '4px',
  },
});

const SectionButtons = () => {
  const navigate = useNavigate();
  return (
    <HStack wrap="wrap" gap="0" columnGap="2" ms="-3">
      {homeSections.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          className={sectionButton}
          onClick={() => navigate(homeSectionPath(id))}
        >
          {label}
        </button>
      ))}
    </HStack>
  );
};

const sectionButton = css({
  minHeight: 'touch',
  px: '3',
  borderRadius: 'full',
  fontWeight: 'semibold',
  cursor: 'pointer',
  _hover: { bg: 'ground.line' },
});

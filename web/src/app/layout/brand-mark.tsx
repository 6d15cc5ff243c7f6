import { HStack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Link } from 'react-router-dom';
import { brand } from '#shared/brand';
import { palette } from '#shared/palette';
import { paths } from '#shared/paths';

/** Logo and name, a link to the home page. */
export const BrandMark = () => (
  <HStack
    asChild
    gap="2"
    minHeight="touch"
    fontFamily="heading"
    fontWeight="extrabold"
    fontSize="2xl"
    letterSpacing="tight"
  >
    <Link to={paths.home}>
      <chakra.svg viewBox="0 0 32 32" boxSize="8" aria-hidden="true">
        <rect width="32" height="32" rx="10" fill={palette.ball} />
        <circle cx="16" cy="16" r="10" fill={palette.chalk} />
        <path d="m16 11.6 4.2 3-1.6 5h-5.2l-1.6-5z" fill={palette.navy} />
        <path
          d="M16 6v5.6M25.4 13l-5.2 1.6M21.8 24l-3.2-4.4M10.2 24l3.2-4.4M6.6 13l5.2 1.6"
          stroke={palette.navy}
          strokeWidth="1.6"
        />
      </chakra.svg>
      {brand.name}
    </Link>
  </HStack>
);

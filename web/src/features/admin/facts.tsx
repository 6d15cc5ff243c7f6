import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import type { ReactNode } from 'react';

interface FactsProps {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** A description list. */
export const Facts = ({ facts }: FactsProps) => (
  <chakra.dl
    display="grid"
    gridTemplateColumns={{
      base: 'repeat(2, minmax(0, 1fr))',
      md: 'repeat(auto-fill, minmax(min(14rem, 100%), 1fr))',
    }}
    gap="4"
    fontVariantNumeric="tabular-nums"
    _print={{ gridTemplateColumns: 'repeat(4, minmax(0, 1fr))', gap: '1' }}
  >
    {facts.map(([name, value]) => (
      <Box key={name} minWidth="0" overflowWrap="anywhere">
        <Text as="dt" fontSize="sm" color="fg.muted">
          {name}
        </Text>
        <Text as="dd" fontWeight="semibold">
          {value}
        </Text>
      </Box>
    ))}
  </chakra.dl>
);

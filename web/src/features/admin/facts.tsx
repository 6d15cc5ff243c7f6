import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import type { ReactNode } from 'react';

interface FactsProps {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
  /** By default as many as there is room for. */
  readonly columns?: Readonly<Record<'md' | 'xl', number>>;
}

const roomy = 'repeat(auto-fill, minmax(min(14rem, 100%), 1fr))';
const equal = (count: number): string => `repeat(${count}, minmax(0, 1fr))`;

/** A description list. */
export const Facts = ({ facts, columns }: FactsProps) => (
  <chakra.dl
    display="grid"
    gridTemplateColumns={{
      base: equal(2),
      md: columns ? equal(columns.md) : roomy,
      ...(columns && { xl: equal(columns.xl) }),
    }}
    gap="4"
    fontVariantNumeric="tabular-nums"
    _print={{ gridTemplateColumns: equal(4), gap: '1' }}
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
